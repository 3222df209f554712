/** The floating panel of Select, ComboBox and Menu. */
export const popoverClass =
  'min-w-(--trigger-width) overflow-auto rounded-card border border-line-strong bg-surface text-ink shadow-float outline-none';

/** The list inside it. It scrolls when it holds more than about seven rows. */
export const listClass = 'max-h-80 min-h-12 overflow-auto p-1.5 outline-none';

/** One row of a floating list. */
export const listItemClass =
  'flex min-h-11 cursor-pointer wrap-anywhere items-center gap-3 rounded-control px-3 py-2 text-base text-ink no-underline outline-none data-[focused]:bg-sunken data-[selected]:font-semibold data-[disabled]:cursor-not-allowed data-[disabled]:opacity-50 data-[focus-visible]:outline-2 data-[focus-visible]:outline-focus data-[focus-visible]:-outline-offset-2';
