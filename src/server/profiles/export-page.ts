import { longDayLabel, momentLabel } from '#domain/calendar.ts';
import { escapeHtml } from '#domain/escape-html.ts';
import { enumLabel, moneyLabel } from '#domain/labels.ts';
import type { ExportedRow } from './export-part-store.ts';
import type { ExportedList } from './export-parts-store.ts';

/** What is integer cents, whichever list it stands in. */
const cents = new Set(
  `amount price agreedPrice discount creditUsed couponAmountOff refunded owedBack creditedBack taken fee share reversed
  failedPayoutAmount`.split(/\s+/),
);

/** More columns than this are read better one under the other. */
const widestTable = 6;

const style = `:root { color-scheme: light dark; --line: #d9cfb8; --quiet: #5a6b62 }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 960px; padding: 24px 16px 64px; background: #fffdf8; color: #17332a; font: 16px/1.5 system-ui, sans-serif }
h1 { margin: 0 0 8px; font-size: 28px; line-height: 1.2 }
h2 { margin: 40px 0 8px; padding-bottom: 4px; border-bottom: 2px solid currentcolor; font-size: 22px }
h3 { margin: 24px 0 8px; font-size: 17px }
h3 small, .quiet { color: var(--quiet); font-weight: 400; font-size: 14px }
nav ul { margin: 16px 0; padding: 0; display: flex; flex-wrap: wrap; gap: 4px 20px; list-style: none }
a { color: inherit }
.wide { overflow-x: auto }
table { width: 100%; border-collapse: collapse; font-size: 15px }
th, td { padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top }
th { color: var(--quiet); font-weight: 600 }
td { overflow-wrap: anywhere; min-width: 72px; white-space: pre-line }
dl { margin: 0 0 12px; padding: 12px 16px; border: 1px solid var(--line); border-radius: 10px; display: grid; grid-template-columns: minmax(120px, 200px) 1fr; gap: 2px 16px; font-size: 15px; break-inside: avoid }
dt { color: var(--quiet) }
dd { margin: 0; overflow-wrap: anywhere; white-space: pre-line }
ul.photos { margin: 0; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(200px, 1fr)); gap: 16px; list-style: none }
img { display: block; width: 100%; border-radius: 10px }
@media (max-width: 480px) { dl { grid-template-columns: 1fr } dd { margin-bottom: 6px } }
@media (prefers-color-scheme: dark) { :root { --line: #31443b; --quiet: #a9b8ae } body { background: #0e1a15; color: #f4ecd8 } }
@media print { :root { color-scheme: light } body { max-width: none; background: #fff; color: #000 } nav { display: none } h3 { break-after: avoid } tr { break-inside: avoid } }`;

/**
 * @param about who keeps the data, whose it is, and when it was exported
 * @returns a page that shows all lists of an export without a network, to read and to print
 */
export function exportPage(
  lists: readonly ExportedList[],
  about: { keptBy: string; name: string; exportedAt: string },
): string {
  const groups = [...new Set(lists.map(({ group }) => group))].map((title) => ({
    title,
    full: lists.filter(({ group, rows }) => group === title && rows.length > 0),
  }));
  const shown = groups.filter(({ full }) => full.length > 0);
  const empty = lists.filter(({ rows }) => rows.length === 0).map(({ title }) => title);
  const links = shown.map(({ title }) => `<li><a href="#${slug(title)}">${escapeHtml(title)}</a></li>`);
  const sections = shown.map(
    ({ title, full }) =>
      `<section id="${slug(title)}"><h2>${escapeHtml(title)}</h2>\n${full.map(showList).join('\n')}</section>`,
  );
  const nothing =
    empty.length > 0
      ? `<section><h2>Nothing kept</h2><p>We keep nothing here: ${escapeHtml(empty.join(', '))}.</p></section>`
      : '';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(`Personal data of ${about.name}`)}</title><style>${style}</style></head>
<body><h1>${escapeHtml(`Personal data of ${about.name}`)}</h1>
<p>${escapeHtml(about.keptBy)} keeps this data. Exported ${escapeHtml(momentLabel(about.exportedAt))}. The file <a href="data.json">data.json</a> has the same data for programs.</p>
<nav aria-label="Contents"><ul>${links.join('')}</ul></nav>
${sections.join('\n')}
${nothing}
</body></html>`;
}

function showList({ title, name, rows }: ExportedList): string {
  const heading = `<h3>${escapeHtml(title)}${rows.length > 1 ? ` <small>${rows.length}</small>` : ''}</h3>`;
  if (name === 'photos') return `${heading}\n${showPhotos(rows)}`;
  const names = Object.keys(rows[0] ?? {}).filter((key) => rows.some((row) => isThere(row[key])));
  return `${heading}\n${names.length > widestTable ? rows.map(showRow).join('\n') : showTable(names, rows)}`;
}

function showTable(names: string[], rows: ExportedRow[]): string {
  const head = names.map((name) => `<th scope="col">${escapeHtml(words(name))}</th>`).join('');
  const body = rows.map((row) => `<tr>${names.map((name) => `<td>${shown(name, row[name])}</td>`).join('')}</tr>`);
  return `<div class="wide"><table><thead><tr>${head}</tr></thead><tbody>${body.join('\n')}</tbody></table></div>`;
}

function showRow(row: ExportedRow): string {
  const pairs = Object.entries(row)
    .filter(([, value]) => isThere(value))
    .map(([name, value]) => `<dt>${escapeHtml(words(name))}</dt><dd>${shown(name, value)}</dd>`);
  return `<dl>${pairs.join('')}</dl>`;
}

function showPhotos(rows: ExportedRow[]): string {
  const photos = rows.map((row) => {
    const file = escapeHtml(String(row.file));
    const day = plain('day', row.day);
    return `<li><a href="${file}"><img src="${file}" alt="${escapeHtml(`Photo of the visit on ${day}`)}" loading="lazy"></a>${escapeHtml(day)}</li>`;
  });
  return `<ul class="photos">${photos.join('')}</ul>`;
}

const isThere = (value: unknown) =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

const shown = (name: string, value: unknown): string => escapeHtml(plain(name, value));

/** @returns a value as people read it */
function plain(name: string, value: unknown): string {
  if (!isThere(value)) return '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return cents.has(name) ? moneyLabel(value) : String(value);
  if (value instanceof Temporal.Instant) return momentLabel(value.toString());
  if (value instanceof Temporal.PlainDate) return longDayLabel(value);
  if (Array.isArray(value))
    return value.map((one) => plain(name, one)).join(typeof value[0] === 'object' ? '\n' : ', ');
  if (typeof value === 'object') {
    const pairs = Object.entries(value as object).filter(([, one]) => isThere(one));
    return pairs.map(([key, one]) => `${words(key)}: ${plain(key, one)}`).join(', ');
  }
  const text = String(value);
  return /^[A-Z]+(_[A-Z]+)+$/.test(text) ? enumLabel(text as never) : text;
}

/** @returns a field's name as people read it: 'createdAt' is 'Created' */
function words(name: string): string {
  if (name === 'at') return 'When';
  const apart = name.replaceAll(/([A-Z]|\d+)/g, ' $1').toLowerCase();
  const text = apart.replace(/^is /, '').replace(/(.) at$/, '$1');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const slug = (title: string) => title.toLowerCase().replaceAll(/[^a-z]+/g, '-');
