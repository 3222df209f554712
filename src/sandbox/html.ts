import { escapeHtml } from '#domain/escape-html.ts';

/** Markup that is safe to put into a page. */
export type Html = { readonly markup: string };

type Part = string | number | null | undefined | Html | readonly Part[];

/** A template of markup: what is put into it is escaped unless it is markup itself; null and undefined are nothing. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return { markup: strings.reduce((whole, text, index) => whole + render(parts[index - 1]) + text) };
}

function render(part: Part): string {
  if (part === null || part === undefined) return '';
  if (typeof part === 'object') return 'markup' in part ? part.markup : part.map(render).join('');
  return escapeHtml(String(part));
}

/** Plain text with its web addresses as links that open beside the page. */
export function linkify(text: string): Html {
  // The capturing group makes `split` keep the addresses, at the odd places. Punctuation after one is not part of it.
  const parts = text.split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]}'])/i);
  return html`${parts.map((part, index) =>
    index % 2 === 1 ? html`<a href="${part}" target="_blank" rel="noopener noreferrer">${part}</a>` : part,
  )}`;
}
