/** What somebody is told, once for every way of telling it. */
export type Letter = {
  subject: string;
  /** Paragraphs of plain text; nothing in them is taken for markup. */
  paragraphs: readonly string[];
  /** The one thing the reader is asked to do. */
  action?: { label: string; url: string };
  /** The whole of it as a text message, kept short. */
  short: string;
  /** Listed below the paragraphs in a mail: what belongs together under its title, each value with its label. */
  sections?: readonly LetterSection[];
  /** Where answers to the mail go. */
  replyTo?: string;
};

export type LetterSection = { title: string; rows: readonly (readonly [label: string, value: string])[] };

/** @returns the letter as plain text */
export function letterText(letter: Letter): string {
  const action = letter.action ? [`${letter.action.label}: ${letter.action.url}`] : [];
  return [...letter.paragraphs, ...action, ...(letter.sections ?? []).map(sectionText), 'Yardpack'].join('\n\n');
}

/** @returns the section as lines of plain text; a value's further lines are indented, so that none passes for a label */
export function sectionText({ title, rows }: LetterSection): string {
  return [title, ...rows.map(([label, value]) => `${label}: ${value.replaceAll(/\r\n|\r|\n/g, '\n  ')}`)].join('\n');
}

/** @returns the letter as an HTML document; everything people typed is escaped */
export function letterHtml(letter: Letter): string {
  const paragraphs = letter.paragraphs
    .map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`)
    .join('\n');
  const action = letter.action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(letter.action.url)}" style="display:inline-block;padding:14px 24px;border-radius:999px;background:#1f4d3a;color:#fffaf0;font-weight:600;text-decoration:none">${escapeHtml(letter.action.label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#5b665f">If the button does not work, open this address: ${escapeHtml(letter.action.url)}</p>`
    : '';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(letter.subject)}</title></head>
<body style="margin:0;background:#fbf6ea;font:16px/1.5 system-ui,sans-serif;color:#1d2a24">
<div style="max-width:520px;margin:0 auto;padding:32px 24px">
<p style="margin:0 0 24px;font-size:20px;font-weight:700;color:#1f4d3a">Yardpack</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.25">${escapeHtml(letter.subject)}</h1>
${paragraphs}
${action}
${(letter.sections ?? []).map(sectionHtml).join('\n')}
</div></body></html>`;
}

function sectionHtml({ title, rows }: LetterSection): string {
  const items = rows.map(
    ([label, value]) =>
      `<dt style="font-size:13px;color:#5b665f">${escapeHtml(label)}</dt><dd style="margin:0 0 8px;white-space:pre-wrap;overflow-wrap:anywhere">${escapeHtml(value)}</dd>`,
  );
  return `<h2 style="margin:24px 0 8px;font-size:18px">${escapeHtml(title)}</h2>
<dl style="margin:0">${items.join('\n')}</dl>`;
}

/** @returns the text so that HTML shows it as it is */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
