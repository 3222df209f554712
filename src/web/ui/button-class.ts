/** How much an action stands out. A screen has one `primary`; `accent` is marigold, for evergreen bands. */
export type ButtonVariant = 'primary' | 'accent' | 'secondary' | 'quiet' | 'danger';

/** Of a quiet button at the edge of a card or a row, `edge` puts the word at that edge: it has no border that would stand there. */
export type ButtonSize = 'medium' | 'large' | 'icon' | 'edge';

const base =
  'print:hidden inline-flex min-h-11 min-w-11 select-none items-center justify-center gap-2 rounded-control text-center font-semibold no-underline transition-[background-color,border-color,transform] duration-150 active:translate-y-px disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-progress';

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-primary text-on-primary hover:bg-primary-hover',
  accent: 'bg-marigold text-on-marigold hover:bg-marigold-hover',
  secondary: 'border-2 border-current bg-transparent text-current hover:bg-current/10',
  quiet: 'text-current hover:bg-current/10',
  danger: 'bg-danger text-on-danger hover:bg-danger/85',
};

const sizes: Record<ButtonSize, string> = {
  medium: 'px-5 py-2',
  large: 'px-5 py-3.5 text-lg sm:px-7',
  icon: 'p-2.5',
  edge: '-mx-2 px-2 py-2',
};

/** The classes of a button, or of a link that looks like one. Does not load React Aria, so light pages can use it. */
export function buttonClass(variant: ButtonVariant = 'primary', size: ButtonSize = 'medium', extra = ''): string {
  return `${base} ${variants[variant]} ${sizes[size]} ${extra}`;
}

/** The look of a link inside running text. */
export const textLinkClass =
  'font-semibold underline decoration-2 decoration-marigold underline-offset-4 hover:decoration-current';

/** The same with a target of 44 px, where the text may wrap: it leaves the lines as far apart as the others. */
export const wrappedLinkClass = `${textLinkClass} py-3.5`;
