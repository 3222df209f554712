import type { Inquiry } from '#contract/inquiries.ts';
import { momentDayLabel } from '#domain/calendar.ts';
import { fullName } from '#domain/labels.ts';
import { lostReasonLabels } from '#domain/lost-reasons.ts';

/** @returns for example '2 × Beagle' */
export function petLabel({ breed, count }: { breed: string; count: number }): string {
  return `${count} × ${breed}`;
}

/** @returns the sender's name if it is known, otherwise the email address */
export function senderName({ data, from }: Pick<Inquiry, 'data' | 'from'>): string {
  return data ? fullName(data.personal) : from;
}

type Step = { text: string; to?: string };

/** @returns what became of an inquiry, the oldest first, each with the page that shows more */
export function inquirySteps({ receivedAt, answeredAt, answeredBy, lost, order, customer }: Inquiry): Step[] {
  const steps: { at: string; step: Step }[] = [
    { at: receivedAt, step: { text: `Asked on ${momentDayLabel(receivedAt)}` } },
  ];
  if (answeredAt) {
    const what = lost
      ? `Lost: ${lostReasonLabels[lost.reason].toLowerCase()}${lost.note ? ` (${lost.note})` : ''}`
      : 'Answered';
    const by = answeredBy ? `, by ${answeredBy}` : '';
    steps.push({ at: answeredAt, step: { text: `${what}${by} on ${momentDayLabel(answeredAt)}` } });
  }
  if (order) {
    const state = { waiting: 'card needed', accepted: 'accepted', 'taken-back': 'taken back' }[order.status];
    const step = { text: `Order made on ${momentDayLabel(order.createdAt)}: ${state}`, to: `/orders/${order.id}` };
    steps.push({ at: order.createdAt, step });
  }
  if (customer) {
    const text = `${customer.name} is a customer since ${momentDayLabel(customer.since)}`;
    steps.push({ at: customer.since, step: { text, to: `/customers/${customer.profileId}` } });
  }
  return steps.sort((a, b) => Date.parse(a.at) - Date.parse(b.at)).map(({ step }) => step);
}

/** @returns a link that starts an answer by email */
export function replyLink({ from, subject }: Pick<Inquiry, 'from' | 'subject'>): string {
  // Everything that could end the link's address or add to it is encoded. The at sign may stay (RFC 6068).
  const address = encodeURIComponent(from).replace('%40', '@');
  return `mailto:${address}?subject=${encodeURIComponent(`Re: ${subject}`)}`;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

/** @returns the text of an HTML message, with a line for each block. It must be shown as text, never as HTML. */
export function plainText(html: string): string {
  return html
    .replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/\s*\n\s*/g, ' ')
    .replace(/<br\s*\/?>|<\/(?:p|div|li|tr|h[1-6]|ul|ol|table|dd)>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
