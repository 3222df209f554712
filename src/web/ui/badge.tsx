import type { ReactNode } from 'react';

export type BadgeTone = 'neutral' | 'proposed' | 'accepted' | 'running' | 'warn' | 'ended';

const tones: Record<BadgeTone, { box: string; mark: string }> = {
  neutral: { box: 'bg-sunken text-ink', mark: 'rounded-full bg-current' },
  proposed: { box: 'bg-danger-tint text-danger', mark: 'rounded-full border-2 border-current' },
  accepted: { box: 'bg-success-tint text-success', mark: 'rounded-full bg-current' },
  running: { box: 'bg-evergreen text-on-evergreen', mark: 'rounded-full bg-marigold' },
  warn: { box: 'bg-warn-tint text-warn', mark: 'rotate-45 rounded-[2px] bg-current' },
  ended: { box: 'border border-line-strong text-ink-soft', mark: 'h-0.5! bg-current' },
};

type BadgeProps = {
  tone?: BadgeTone;
  /** Of more than a word or two, where it may have no room on one line. */
  mayWrap?: boolean;
  children: ReactNode;
};

/** A state in a word. The word carries the meaning; tone and mark only help to spot it. */
export function Badge({ tone = 'neutral', mayWrap = false, children }: BadgeProps) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-control px-2.5 py-1 font-semibold text-sm leading-5 ${mayWrap ? 'max-w-full' : 'whitespace-nowrap'} ${tones[tone].box}`}
    >
      <span aria-hidden="true" className={`size-2 shrink-0 ${tones[tone].mark}`} />
      {children}
    </span>
  );
}
