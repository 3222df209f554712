import type { SentMessage } from '#contract/correspondence.ts';
import { momentLabel } from '#domain/calendar.ts';
import type { ConsentSource } from '#domain/consents.ts';
import type { MessageChannel, MessageClass, MessageWait } from '#domain/correspondence.ts';
import { phoneLabel } from '#domain/labels.ts';
import { emailLabel } from '#domain/no-email.ts';

export const channelLabels: Record<MessageChannel, string> = { email: 'Email', text: 'Text' };

export const classLabels: Record<MessageClass, string> = {
  security: 'Account',
  now: 'Happening now',
  bill: 'Bills',
  service: 'Service',
  marketing: 'Offers',
};

export const sourceLabels: Record<ConsentSource, string> = {
  'sign-up': 'At the sign-up',
  profile: 'In their profile',
  order: 'With the order that they accepted',
  inquiry: 'In an inquiry',
  staff: 'Told to staff, who wrote it down',
  'text-reply': 'By text, with START',
  'mail-link': 'By a link in an email',
  carrier: 'Told by the phone company',
  'carried-over': 'Known before consents were kept one by one',
  office: 'Ended by the office, which was told so',
};

const waitSentences: Record<MessageWait, (until: string) => string> = {
  turn: () => 'It goes out in a moment.',
  undo: (until) => `Held until ${until}, while what it tells of can still be undone.`,
  day: (until) => `Held until ${until}, so that it wakes nobody.`,
  retry: (until) => `Tried again ${until}.`,
  planned: (until) => `Planned for ${until}.`,
};

/** @returns why a message waits, and until when; undefined of one that does not */
export function waitSentence({ wait, dueAt }: Pick<SentMessage, 'wait' | 'dueAt'>): string | undefined {
  return wait === null ? undefined : waitSentences[wait](dueAt ? momentLabel(dueAt) : '');
}

/** @returns an address as it is, a number as people write it */
export const reachLabel = ({ channel, recipient }: Pick<SentMessage, 'channel' | 'recipient'>): string =>
  channel === 'text' ? phoneLabel(recipient) : emailLabel(recipient);

/** @returns who it is to, by the order that it is about of somebody without an account; none of an address that is nobody's */
export const namesOf = ({ people, order }: Pick<SentMessage, 'people' | 'order'>): string[] =>
  people.length > 0 || !order ? [...new Set(people.map(({ name }) => name))] : [order.name];

/** @returns 'Email to Casey Rivera', or to the address that is nobody's */
export function directionLabel(message: Pick<SentMessage, 'channel' | 'recipient' | 'people' | 'order'>): string {
  const names = namesOf(message);
  return `${channelLabels[message.channel]} to ${names.length > 0 ? names.join(' and ') : reachLabel(message)}`;
}
