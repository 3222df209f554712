import { escapeHtml } from '#domain/escape-html.ts';
import { dialLink } from '#domain/labels.ts';
import { fillWords, type WordedMessage, type WordValues } from '#domain/message-words.ts';
import { gsmWords, textMessage, withoutLinks } from './plain-words.ts';

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
  /** A part of `short` that somebody typed, of any length. It is cut first when the text is too long. */
  cuttable?: string;
  /** Whether a person has typed `short` for this reader: it is sent whole, as however many parts. */
  isWhole?: boolean;
  /** Titled lists below the paragraphs in a mail. */
  sections?: readonly LetterSection[];
  /** Of a letter that comes by the reader's own choice: which one, and where it is changed. */
  choice?: { why: string; label: string; url: string };
  /** Where answers to the mail go. */
  replyTo?: string;
  /** Of a letter that the business may word itself: what its words may name, and what is said after them in any case. */
  wording?: { name: WordedMessage; values: WordValues; mail: readonly string[]; text: readonly string[] };
  /** Parts that stay as they were typed, such as a user name that the reader has to type again. */
  exact?: readonly string[];
};

type Row = readonly [label: string, value: string];
export type LetterSection = { title: string; rows: readonly Row[] };

/** What the business is called, the site's address, how to reach the business, its accent colour such as '#f6b02d', and the path of its logo. */
export type Sender = { name: string; url: string; email: string; phone: string; accentColor: string; logo: string };

/** @returns the letter in the business's own words, where it has some */
export function inOwnWords(letter: Letter, own: Record<WordedMessage, string>): Letter {
  const { wording, action } = letter;
  if (!wording || own[wording.name] === '') return letter;
  const said = fillWords(own[wording.name], wording.values);
  const url = action && letter.short.endsWith(action.url) ? [action.url] : [];
  return { ...letter, paragraphs: [said, ...wording.mail], short: [said, ...wording.text, ...url].join(' ') };
}

/**
 * @param name what the business is called
 * @param shortName what it is called in a text
 * @returns the letter with the name in it, and without text that a mail program would turn into a link, except the
 *   action's address, `replyTo`, `exact` and the name
 */
export function withPlainWords(letter: Letter, name: string, shortName = name): Letter {
  const own = [letter.action?.url, letter.replyTo, ...(letter.exact ?? [])].filter((one) => one !== undefined);
  const named = (text: string, by = name) => text.replaceAll(nameMark, () => by);
  const plain = (text: string) => named(withoutLinks(text, own));
  const plainRows = (rows: readonly Row[]) => rows.map(([label, value]): Row => [label, plain(value)]);
  return {
    ...letter,
    subject: plain(letter.subject),
    paragraphs: letter.paragraphs.map(plain),
    short: named(withoutLinks(letter.short, own), shortName),
    ...(letter.action && { action: { ...letter.action, label: named(letter.action.label) } }),
    ...(letter.cuttable && { cuttable: named(withoutLinks(letter.cuttable, own), shortName) }),
    ...(letter.facts && { facts: plainRows(letter.facts) }),
    ...(letter.sections && {
      sections: letter.sections.map(({ title, rows }) => ({ title: plain(title), rows: plainRows(rows) })),
    }),
  };
}

/** @param name as in `shortName` above. @returns the letter as a text message that begins with it */
export function letterShort({ short, cuttable, action, isWhole }: Letter, name: string): string {
  const url = action && short.endsWith(action.url) ? action.url : '';
  const words = short.slice(0, short.length - url.length);
  const named = words.startsWith(name) ? words : `${name}: ${words}`;
  return isWhole ? gsmWords(named) + url : textMessage(named, url, cuttable);
}

export function letterText(letter: Letter, { name, url, email, phone }: Sender): string {
  const facts = letter.facts?.length ? [letter.facts.map(line).join('\n')] : [];
  const action = letter.action ? [`${letter.action.label}: ${letter.action.url}`] : [];
  const choice = letter.choice ? [`${letter.choice.why} ${letter.choice.label}: ${letter.choice.url}`] : [];
  const signature = [name, `Call ${phone}`, email, url].join('\n');
  return [
    ...letter.paragraphs,
    ...facts,
    ...action,
    ...(letter.sections ?? []).map(sectionText),
    signature,
    ...choice,
  ].join('\n\n');
}

/**
 * @returns the section as plain text. A value's further lines are indented, so that none of them looks like a label.
 */
export function sectionText({ title, rows }: LetterSection): string {
  return [title, ...rows.map(line)].join('\n');
}

const line = ([label, value]: Row) => `${label}: ${value.replaceAll(/\r\n|\r|\n/g, '\n  ')}`;

/** For mail programs in dark mode; the colours are those of web/styles/tokens.css. */
const darkStyle = (accent: string) => `@media (prefers-color-scheme: dark) {
.page { background: #0e1a15 !important; color: #f4ecd8 !important }
.card { background: #16261f !important; border-color: #2c4338 !important }
.soft { color: #b4c3b7 !important }
.mark { color: #f4ecd8 !important }
.rule { border-color: #2c4338 !important }
.button { background: ${accent} !important; color: #17332a !important }
}`;

/** @returns the letter as an HTML document; everything in it is escaped */
export function letterHtml(letter: Letter, { name, url, email, phone, accentColor, logo }: Sender): string {
  const paragraphs = letter.paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no"><title>${escapeHtml(letter.subject)}</title>
<style>:root { color-scheme: light dark }
${darkStyle(accentColor)}</style></head>
<body class="page" style="margin:0;background:#fbf4e4;color:#17332a;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div class="page" style="background:#fbf4e4;color:#17332a;padding:24px 12px">
<div style="max-width:560px;margin:0 auto">
<p class="mark" style="margin:0 0 16px 4px;font-size:20px;font-weight:700;color:#1c4f3d"><img src="${escapeHtml(url + logo)}" width="36" height="36" alt="" style="vertical-align:middle;margin-right:10px;border-radius:10px;border:0">${escapeHtml(name)}</p>
<div class="card" style="background:#fffdf8;border:1px solid #e2d5b8;border-radius:20px;padding:28px 24px;overflow-wrap:anywhere">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.25">${escapeHtml(letter.subject)}</h1>
${paragraphs.join('\n')}
${letter.facts?.length ? rowsHtml(letter.facts) : ''}
${letter.action ? actionHtml(letter.action) : ''}
${(letter.sections ?? []).map(sectionHtml).join('\n')}
</div>
<p class="soft" style="margin:16px 4px 0;font-size:14px;color:#4a6056">Questions? Call <a class="soft" href="${escapeHtml(dialLink(phone))}" style="color:#4a6056">${escapeHtml(phone)}</a> or write to <a class="soft" href="mailto:${escapeHtml(email)}" style="color:#4a6056">${escapeHtml(email)}</a>.</p>
${letter.choice ? choiceHtml(letter.choice) : ''}
</div></div></body></html>`;
}

const choiceHtml = ({ why, label, url }: NonNullable<Letter['choice']>) =>
  `<p class="soft" style="margin:8px 4px 0;font-size:14px;color:#4a6056">${escapeHtml(why)} <a class="soft" href="${escapeHtml(url)}" style="color:#4a6056">${escapeHtml(label)}</a>.</p>`;

function actionHtml({ label, url }: NonNullable<Letter['action']>): string {
  return `<p style="margin:24px 0"><a class="button" href="${escapeHtml(url)}" style="display:inline-block;padding:14px 24px;border-radius:14px;background:#1c4f3d;color:#fdf6e3;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>
<p class="soft" style="margin:0;font-size:13px;color:#4a6056">If the button does not work, open this address: ${escapeHtml(url)}</p>`;
}

function sectionHtml({ title, rows }: LetterSection): string {
  return `<h2 style="margin:24px 0 8px;font-size:18px">${escapeHtml(title)}</h2>
${rowsHtml(rows)}`;
}

function rowsHtml(rows: readonly Row[]): string {
  const cell = 'padding:8px 0;border-top:1px solid #e2d5b8;text-align:left;vertical-align:top';
  const items = rows.map(
    ([label, value]) =>
      `<tr><th class="soft rule" scope="row" style="${cell};padding-right:16px;width:30%;overflow-wrap:normal;font-weight:400;color:#4a6056">${escapeHtml(label)}</th><td class="rule" style="${cell};white-space:pre-wrap;overflow-wrap:anywhere">${escapeHtml(value)}</td></tr>`,
  );
  return `<table style="width:100%;border-collapse:collapse;margin:0 0 16px">${items.join('\n')}</table>`;
}
