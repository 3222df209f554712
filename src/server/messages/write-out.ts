import { phoneLabel } from '#domain/labels.ts';
import { logoPath, shortNameOf } from '#domain/settings.ts';
import type { World } from '../world.ts';
import { type Footing, inOwnWords, type Letter, letterShort, letterText, withPlainWords } from './letter.ts';
import { letterHtml } from './letter-html.ts';

/** @returns a letter as it goes out by mail and by text, in the looks of the business and with its words of now */
export function writtenOut(
  { clock, settings: book, publicUrl }: Pick<World, 'clock' | 'settings' | 'publicUrl'>,
  letter: Letter,
  footing: Footing,
): { subject: string; text: string; html: string; short: string } {
  const settings = book.at(clock.now());
  const { businessName: name, contactEmail: email, supportPhone } = settings;
  const shortName = shortNameOf(settings);
  const words = withPlainWords(inOwnWords(letter, settings), name, shortName);
  const sender = {
    name,
    url: publicUrl,
    email,
    phone: phoneLabel(supportPhone),
    accentColor: settings.accentColor,
    // Mail programs show no SVG.
    logo: settings.logo ? logoPath(settings.logo) : '/icon-192.png',
  };
  return {
    subject: words.subject,
    text: letterText(words, sender, footing),
    html: letterHtml(words, sender, footing),
    short: letterShort(words, shortName),
  };
}
