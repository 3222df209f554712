import { escapeHtml } from '#domain/escape-html.ts';

/** Markup that is safe to put into a page. */
export type Html = { readonly markup: string };

type Part = string | number | null | undefined | Html | readonly Part[];

/** A template of markup. It escapes the inserted parts, except markup; null and undefined are left out. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return { markup: strings.reduce((whole, text, index) => whole + render(parts[index - 1]) + text) };
}

function render(part: Part): string {
  if (part === null || part === undefined) return '';
  if (typeof part === 'object') return 'markup' in part ? part.markup : part.map(render).join('');
  return escapeHtml(String(part));
}

/** Makes links of the web addresses in plain text. They open outside of the page. */
export function linkify(text: string): Html {
  // Because of the capturing group `split` keeps the addresses, at odd indexes. Punctuation after one is not part of
  // it.
  const parts = text.split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]}'])/i);
  return html`${parts.map((part, index) =>
    index % 2 === 1 ? html`<a href="${part}" target="_blank" rel="noopener noreferrer">${part}</a>` : part,
  )}`;
}
