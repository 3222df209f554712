import type { Profile } from '#contract/profiles.ts';
import { noTextsWords } from '#domain/no-texts.ts';
import { hasMails } from '#domain/reach.ts';

const words = {
  stopped: {
    own: 'This phone has said STOP, or we were told that it wants no texts, so we text it nothing. Text START to the number that our texts came from, and they come again.',
    theirs:
      'The phone has said STOP, or the office was told so: it is not texted. Only START from the phone ends that.',
  },
  refused: {
    own: `${noTextsWords.refused} Another number helps.`,
    theirs: `${noTextsWords.refused} Another number helps.`,
  },
  away: {
    own: `${noTextsWords.away} We will try again later.`,
    theirs: `${noTextsWords.away} We will try again later.`,
  },
  'not-agreed': {
    own: 'We have no consent to texts at this number. Save your profile with texts chosen, and they come.',
    theirs: 'Nobody has agreed to texts at this number.',
  },
} as const;

const instead = {
  own: { mailed: 'Until then we write to your email.', unreached: 'Our emails don’t reach you either.' },
  theirs: { mailed: 'Until then we email them.', unreached: 'Our emails don’t reach them either.' },
};

/** Why somebody who wants texts gets none, and what helps. */
export function TextsEnded({ profile, isOwn = false }: { profile: Profile; isOwn?: boolean }) {
  const { textsEnded } = profile;
  if (!textsEnded) return null;
  const whose = isOwn ? 'own' : 'theirs';
  return (
    <span className="block text-ink-soft text-sm">
      {words[textsEnded][whose]} {instead[whose][hasMails(profile) ? 'mailed' : 'unreached']}
    </span>
  );
}
