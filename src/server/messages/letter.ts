import { fillWords, type WordValues } from '#domain/message-words.ts';
import { gsmWords, partsOf, withoutSymbols } from '#domain/text-parts.ts';
import type { WordedMessage } from '#domain/worded-messages.ts';
import { textMessage, withoutLinks } from './plain-words.ts';

/** Stands in letters for what the business is called when they are written. */
const nameMark = '%businessName%';

/** What we tell somebody, written once for mail and text. It may contain text that people typed anywhere. */
export type Letter = {
  subject: string;
  /** Plain text; nothing in it becomes markup or a link. */
  paragraphs: readonly string[];
  /** Shown at a glance in a mail: what, where, when, amount, card, number. */
  facts?: readonly Row[];
  /** The one thing that we ask the reader to do. */
  action?: { label: string; url: string };
  /** The whole letter as a short text message. It may end with the action's address. */
  short: string;
  /** Says the same as `short` in fewer words, for where that is too long for a text. It may end with the action's address. */
  shorter?: string;
  /** A part of `short` that somebody typed, of any length. It is cut first when the text is too long. */
  cuttable?: string;
  /** Parts of `short` that somebody typed as the name of something. They are shortened next. */
  names?: readonly string[];
  /** Whether a person has typed `short` for this reader: it is sent whole, as however many parts. */
  isWhole?: boolean;
  /** Whether the newest photo of the visit stands in it, if there is one when it is sent. */
  hasPhoto?: boolean;
  /** Titled lists below the paragraphs in a mail. */
  sections?: readonly LetterSection[];
  /** Of a letter that comes by the reader's own choice: which one, and where it is changed. */
  choice?: { why: string; label: string; url: string };
  /** Where answers to the mail go. */
  replyTo?: string;
  /** Of a letter that the business may word itself: what its words may name, and what is said after them in any case. */
  wording?: {
    name: WordedMessage;
    values: WordValues;
    mail: readonly string[];
    text: readonly string[];
    /** As `shorter`, in the place of `text`. */
    shorter?: readonly string[];
  };
  /** Parts that stay as they were typed, such as a user name that the reader has to type again. How the business is reached does so anyway. */
  exact?: readonly string[];
};

export type Row = readonly [label: string, value: string];
export type LetterSection = { title: string; rows: readonly Row[] };

/** What the business is called, the site's address, how to reach the business ('' for no phone yet), its accent colour such as '#f6b02d', and the path of its logo. */
export type Sender = { name: string; url: string; email: string; phone: string; accentColor: string; logo: string };

/** @returns the letter in the business's own words, where it has some */
export function inOwnWords(letter: Letter, own: Record<WordedMessage, string>): Letter {
  const { wording, action } = letter;
  if (!wording || own[wording.name] === '') return letter;
  const said = fillWords(own[wording.name], wording.values);
  const url = action && letter.short.endsWith(action.url) ? [action.url] : [];
  const { shorter: _, ...ours } = letter;
  return {
    ...ours,
    paragraphs: [said, ...wording.mail],
    short: [said, ...wording.text, ...url].join(' '),
    ...(wording.shorter && { shorter: [said, ...wording.shorter, ...url].join(' ') }),
  };
}

/**
 * @param business what it is called, in a text too if that is shorter there, and how it is reached
 * @returns the letter with the name in it, and without text that a mail program would turn into a link, except the
 *   action's address, `replyTo`, `exact`, the name and the business's phone
 */
export function withPlainWords(
  letter: Letter,
  business: Pick<Sender, 'name' | 'phone' | 'email'>,
  shortName = business.name,
): Letter {
  const { name, phone, email } = business;
  const own = [letter.action?.url, letter.replyTo, phone, email, ...(letter.exact ?? [])].filter(
    (one) => one,
  ) as string[];
  const named = (text: string, by = name) => text.replaceAll(nameMark, () => by);
  const plain = (text: string) => named(withoutLinks(text, own));
  const plainRows = (rows: readonly Row[]) => rows.map(([label, value]): Row => [label, plain(value)]);
  return {
    ...letter,
    subject: plain(letter.subject),
    paragraphs: letter.paragraphs.map(plain),
    short: named(withoutLinks(letter.short, own), shortName),
    ...(letter.shorter && { shorter: named(withoutLinks(letter.shorter, own), shortName) }),
    ...(letter.action && { action: { ...letter.action, label: named(letter.action.label) } }),
    ...(letter.cuttable && { cuttable: named(withoutLinks(letter.cuttable, own), shortName) }),
    names: namesIn(letter).map((name) => withoutLinks(name, own)),
    ...(letter.facts && { facts: plainRows(letter.facts) }),
    ...(letter.sections && {
      sections: letter.sections.map(({ title, rows }) => ({ title: plain(title), rows: plainRows(rows) })),
    }),
  };
}

/** @returns what in a letter somebody typed as the name of something: its service, yard or people */
function namesIn({ names = [], wording, facts = [] }: Letter): string[] {
  const { name, worker, street, service, customer } = wording?.values ?? {};
  const shown = facts.flatMap(([label, value]) => (label === 'What' || label === 'Where' ? [value] : []));
  return [...new Set([...names, name, worker, street, service, customer, ...shown])].filter((one) => one !== undefined);
}

/** @param name as in `shortName` above. @returns the letter as a text message that begins with it */
export function letterShort({ short, shorter, cuttable, names, action, isWhole }: Letter, name: string): string {
  const url = action && short.endsWith(action.url) ? action.url : '';
  const namedOf = (text: string) => {
    const words = text.slice(0, text.length - url.length);
    return words.startsWith(name) ? words : `${name}: ${words}`;
  };
  const whole = namedOf(short);
  // What has more to say than a text has room for says it in fewer words, so that no day and no yard is cut off.
  const named = shorter && partsOf(withoutSymbols(gsmWords(whole)) + url) > 2 ? namedOf(shorter) : whole;
  return isWhole ? gsmWords(named) + url : textMessage(named, url, cuttable, names);
}

/** Stand where a photo comes to stand when the letter is sent. */
export const photoMark = { html: '<!--photo-->', text: '%photo%' } as const;

/** What stands at the end of a mail: why its reader has it, and where to have no more like it. */
export type Footing = { why?: string | undefined; stop?: { label: string; url: string } | undefined };

/** @returns what stands at the end of a letter: a choice of the reader's own comes before what is said of all of its kind */
export const footOf = ({ choice }: Letter, footing: Footing): { why?: string | undefined; links: Link[] } => ({
  why: choice?.why ?? footing.why,
  links: [...(choice ? [choice] : []), ...(footing.stop ? [footing.stop] : [])],
});
type Link = { label: string; url: string };

export function letterText(letter: Letter, { name, url, email, phone }: Sender, footing: Footing = {}): string {
  const facts = letter.facts?.length ? [letter.facts.map(line).join('\n')] : [];
  const action = letter.action ? [`${letter.action.label}: ${letter.action.url}`] : [];
  const { why, links } = footOf(letter, footing);
  const foot = [...(why ? [why] : []), ...links.map((link) => `${link.label}: ${link.url}`)].join('\n');
  const signature = [name, ...(phone ? [`Call ${phone}`] : []), email, url].join('\n');
  const body = [
    ...letter.paragraphs,
    ...facts,
    ...(letter.sections ?? []).map(sectionText),
    ...action,
    ...(letter.hasPhoto ? [photoMark.text] : []),
    signature,
    ...(foot ? [foot] : []),
  ].join('\n\n');
  return body.replace(`${photoMark.text}\n\n`, photoMark.text);
}

/**
 * @returns the section as plain text. A value's further lines are indented, so that none of them looks like a label.
 */
export function sectionText({ title, rows }: LetterSection): string {
  return [title, ...rows.map(line)].join('\n');
}

const line = ([label, value]: Row) => `${label}: ${value.replaceAll(/\r\n|\r|\n/g, '\n  ')}`;
