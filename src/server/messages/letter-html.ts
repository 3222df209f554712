import { escapeHtml } from '#domain/escape-html.ts';
import { dialLink } from '#domain/labels.ts';
import { type Footing, footOf, type Letter, type LetterSection, photoMark, type Row, type Sender } from './letter.ts';

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
export function letterHtml(
  letter: Letter,
  { name, url, email, phone, accentColor, logo }: Sender,
  footing: Footing = {},
): string {
  const { why, links } = footOf(letter, footing);
  const paragraphs = letter.paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${prose(paragraph)}</p>`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no"><title>${escapeHtml(letter.subject)}</title>
<style>:root { color-scheme: light dark }
${darkStyle(accentColor)}</style></head>
<body class="page" style="margin:0;background:#fbf4e4;color:#17332a;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div class="page" style="background:#fbf4e4;color:#17332a;padding:24px 12px">
<div style="max-width:560px;margin:0 auto">
<p class="mark" style="margin:0 0 16px 4px;font-size:20px;font-weight:700;color:#1c4f3d"><img src="${escapeHtml(url + logo)}" width="36" height="36" alt="" style="vertical-align:middle;margin-right:10px;border-radius:10px;border:0">${escapeHtml(name)}</p>
<div class="card" style="background:#fffdf8;border:1px solid #e2d5b8;border-radius:20px;padding:28px 24px;overflow-wrap:anywhere;text-wrap:pretty">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.25;text-wrap:balance">${prose(letter.subject)}</h1>
${paragraphs.join('\n')}
${letter.hasPhoto ? photoMark.html : ''}
${letter.facts?.length ? rowsHtml(letter.facts) : ''}
${(letter.sections ?? []).map(sectionHtml).join('\n')}
${letter.action ? actionHtml(letter.action) : ''}
</div>
<p class="soft" style="margin:16px 4px 0;font-size:14px;color:#4a6056">Questions? ${phone ? callHtml(phone) : 'Write'} to <a class="soft" href="mailto:${escapeHtml(email)}" style="color:#4a6056">${escapeHtml(email)}</a>.</p>
${why || links.length > 0 ? footHtml(why, links) : ''}
${letter.action ? addressHtml(letter.action.url) : ''}
</div></div></body></html>`;
}

const callHtml = (phone: string) =>
  `Call <a class="soft" href="${escapeHtml(dialLink(phone))}" style="color:#4a6056">${escapeHtml(phone)}</a> or write`;

/** A line does not end within the number of a bill, which has hyphens. */
const unbroken = /\bY-\d{4}-\d+\b/gi;
const prose = (text: string) =>
  escapeHtml(text).replaceAll(unbroken, (word) => `<span style="white-space:nowrap">${word}</span>`);

/** In characters: the label of a row that stands on one line beside its value, on the smallest phone too. */
const shortLabel = 12;

function footHtml(why: string | undefined, links: readonly { label: string; url: string }[]): string {
  const anchors = links.map(
    ({ label, url }) =>
      `<a class="soft" href="${escapeHtml(url)}" style="color:#4a6056;white-space:nowrap">${escapeHtml(label)}</a>`,
  );
  const said = [...(why ? [escapeHtml(why)] : []), ...anchors].join('<br>');
  return `<p class="soft" style="margin:12px 4px 0;font-size:13px;color:#4a6056">${said}</p>`;
}

/** For mail programs that show no button, and for people who look where it leads. */
const addressHtml = (url: string) =>
  `<p class="soft" style="margin:12px 4px 0;font-size:12px;color:#4a6056;overflow-wrap:anywhere">If the button does not work, open this address: ${escapeHtml(url)}</p>`;

function actionHtml({ label, url }: NonNullable<Letter['action']>): string {
  return `<p style="margin:24px 0 4px"><a class="button" href="${escapeHtml(url)}" style="display:inline-block;padding:14px 24px;border-radius:14px;background:#1c4f3d;color:#fdf6e3;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>`;
}

function sectionHtml({ title, rows }: LetterSection): string {
  return `<h2 style="margin:24px 0 8px;font-size:18px">${escapeHtml(title)}</h2>
${rowsHtml(rows)}`;
}

function rowsHtml(rows: readonly Row[]): string {
  const cell = 'padding:8px 0;border-top:1px solid #e2d5b8;text-align:left;vertical-align:top';
  const items = rows.map(
    ([label, value]) =>
      `<tr><th class="soft rule" scope="row" style="${cell};padding-right:16px;width:30%;${label.length <= shortLabel ? 'white-space:nowrap' : 'overflow-wrap:normal'};font-weight:400;color:#4a6056">${escapeHtml(label)}</th><td class="rule" style="${cell};white-space:pre-wrap;overflow-wrap:anywhere">${escapeHtml(value)}</td></tr>`,
  );
  return `<table style="width:100%;border-collapse:collapse;margin:0 0 16px">${items.join('\n')}</table>`;
}
