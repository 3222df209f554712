import type { Order } from '#contract/orders.ts';
import { momentDayLabel } from '#domain/calendar.ts';
import { phoneLabel } from '#domain/labels.ts';
import { stuckReason } from '#domain/orders.ts';
import type { BadgeTone } from '#web/ui/badge.tsx';

type Standing = Pick<Order, 'status' | 'isStuck' | 'problem' | 'links' | 'remindersSent'>;

/** @returns how an order stands, in a word or two */
export function orderMark(order: Standing): { label: string; tone: BadgeTone } {
  const { status, isStuck, problem, links } = order;
  if (status === 'accepted') return { label: 'Accepted', tone: 'accepted' };
  if (status === 'taken-back') return { label: 'Taken back', tone: 'ended' };
  if (problem) return { label: 'Cannot be accepted', tone: 'warn' };
  if (links[0]?.delivery === 'failed') return { label: 'Not delivered', tone: 'warn' };
  if (!isStuck) return { label: 'Card needed', tone: 'proposed' };
  return { label: stuckReason(order) === 'no-answer' ? 'No answer' : 'Can go on', tone: 'warn' };
}

type Link = Order['links'][number];
const deliveries: Record<Link['delivery'], string> = {
  'on-its-way': 'on its way',
  sent: 'sent',
  failed: 'could not be delivered',
  'not-sent': 'not sent anymore',
};

/** @returns for example 'Reminder by text to (479) 555-0177 on Nov 23, 2026: sent' */
export function linkLabel({ channel, sentTo, sentAt, delivery, isReminder }: Link): string {
  const way = channel === 'text' ? `text to ${phoneLabel(sentTo)}` : `email to ${sentTo}`;
  return `${isReminder ? 'Reminder' : 'Link'} by ${way} on ${momentDayLabel(sentAt)}: ${deliveries[delivery]}`;
}
