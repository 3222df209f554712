import type { InquiryData } from '#contract/inquiries.ts';
import { escapeHtml } from '#domain/escape-html.ts';
import { inquirySections } from '#domain/inquiry-text.ts';
import { documentFacts } from '#web/ui/document-facts.ts';
import { serviceArea } from '#web/ui/service-area.ts';

/** @returns what was filled in, as HTML for the business; it ends with the values as one line for a spreadsheet */
export function inquiryMessage(data: InquiryData): string {
  const city = serviceArea().cities.find(({ id }) => id === data.personal.city)?.name ?? '';
  return inquirySections(data, { city, state: documentFacts.serviceState })
    .map(({ title, rows }) => `<h2>${escapeHtml(title)}</h2>\n<ul>${rows.map(rowHtml).join('')}</ul>`)
    .join('\n');
}

function rowHtml([label, value]: readonly [string, string]): string {
  return `<li><strong>${escapeHtml(label)}:</strong> ${escapeHtml(value).replace(/\r\n|\r|\n/g, '<br>')}</li>`;
}
