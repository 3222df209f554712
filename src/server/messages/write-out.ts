import { phoneLabel } from '#domain/labels.ts';
import { logoPath, shortNameOf } from '#domain/settings.ts';
import type { World } from '../world.ts';
import { type Footing, inOwnWords, type Letter, letterShort, letterText, withPlainWords } from './letter.ts';
import { letterHtml } from './letter-html.ts';

/** @returns a letter as it goes out by mail and by text, in the looks of the business and with its words of now, and what is said alone */
export function writtenOut(
  { clock, settings: book, publicUrl }: Pick<World, 'clock' | 'settings' | 'publicUrl'>,
  letter: Letter,
  footing: Footing,
): { subject: string; text: string; html: string; short: string; letter: Letter } {
  const settings = book.at(clock.now());
  const { businessName: name, contactEmail: email, supportPhone } = settings;
  const shortName = shortNameOf(settings);
  const sender = {
    name,
    url: publicUrl,
    email,
    phone: phoneLabel(supportPhone),
    accentColor: settings.accentColor,
    // Mail programs show no SVG.
    logo: settings.logo ? logoPath(settings.logo) : '/icon-192.png',
  };
  const { wording, ...said } = inOwnWords(letter, settings);
  const words = withPlainWords({ ...said, ...(wording && { wording }) }, sender, shortName);
  return {
    subject: words.subject,
    text: letterText(words, sender, footing),
    html: letterHtml(words, sender, footing),
    short: letterShort(words, shortName),
    letter: said,
  };
}
