import type { Profile } from '#contract/profiles.ts';

const words = {
  stopped: {
    own: 'This phone has said STOP, or we were told that it wants no texts, so we text it nothing. Text START to the number that our texts came from, and they come again. Until then we write to your email.',
    theirs:
      'The phone has said STOP, or the office was told so: it is not texted, and they are told by email. Only START from the phone ends that.',
  },
  refused: {
    own: 'The carrier of this number takes no texts for it. Until then we write to your email; another number helps.',
    theirs: 'The carrier of this number takes no texts for it. They are told by email; another number helps.',
  },
  'not-agreed': {
    own: 'We have no consent to texts at this number. Save your profile with texts chosen, and they come.',
    theirs: 'Nobody has agreed to texts at this number. They are told by email.',
  },
} as const;

/** Why somebody who wants texts gets none, and what helps. */
export function TextsEnded({ profile: { textsEnded }, isOwn = false }: { profile: Profile; isOwn?: boolean }) {
  if (!textsEnded) return null;
  return <span className="block text-ink-soft text-sm">{words[textsEnded][isOwn ? 'own' : 'theirs']}</span>;
}
