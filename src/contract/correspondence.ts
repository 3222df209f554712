import * as z from 'zod/mini';
import { messageChannels, messageClasses, messageStates, messageWaits } from '#domain/correspondence.ts';
import { profileTypes } from '#domain/enums.ts';
import { firstDay, inOrder, lastDay } from './day-range.ts';
import { endpoint, only } from './endpoint.ts';
import { Id, Instant, optionalText } from './fields.ts';
import { page } from './page.ts';
import { longestSearch } from './search.ts';

/** What went to people, as staff see it. */

/** A profile that has an address or a number now. */
const Correspondent = z.object({ profileId: Id, type: z.enum(profileTypes), name: z.string() });
export type Correspondent = z.infer<typeof Correspondent>;

const message = {
  id: Id,
  channel: z.enum(messageChannels),
  class: z.enum(messageClasses),
  /** The e-mail address or phone number. */
  recipient: z.string(),
  /** Who has it now, every one of them. */
  people: z.array(Correspondent),
  subject: z.string(),
  state: z.enum(messageStates),
  /** Why it waits; null when it does not. */
  wait: z.nullable(z.enum(messageWaits)),
  createdAt: Instant,
  /** When it is tried next; null once it has ended. */
  dueAt: z.nullable(Instant),
  endedAt: z.nullable(Instant),
  /** Why the last try failed, or why it was dropped. */
  reason: z.nullable(z.string()),
};
const SentMessage = z.object(message);
export type SentMessage = z.infer<typeof SentMessage>;

const OpenMessage = z.object({
  ...message,
  /** Its words as they go out, without what in links proves who opens them; null when they are secret or erased. */
  text: z.nullable(z.string()),
  html: z.nullable(z.string()),
  isSecret: z.boolean(),
  /** Where answers to a mail go. */
  replyTo: z.nullable(z.string()),
  /** From when on it has no point; null when it always has. */
  notAfter: z.nullable(Instant),
  attempts: z.int(),
});
export type OpenMessage = z.infer<typeof OpenMessage>;

const staff = only(['PROFILE_TYPE_EMPLOYEE']);
const list = page(
  ['moment', 'id'],
  {
    messages: z.array(SentMessage),
    /** To how many people these are, when still more are called so; null when these are all. */
    onlyPeople: z.nullable(z.int()),
  },
  {
    /** An address, a number, or the beginnings of words of a name. */
    q: optionalText(longestSearch),
    /** Whose e-mail and phone of now. */
    profileId: z.optional(Id),
    channel: z.optional(z.enum(messageChannels, { error: 'Please choose mail or text.' })),
    state: z.optional(z.enum(messageStates, { error: 'Please choose one of the states.' })),
    class: z.optional(z.enum(messageClasses, { error: 'Please choose one of the kinds.' })),
    from: z.optional(firstDay),
    to: z.optional(lastDay),
  },
);

export const correspondence = {
  listMessages: endpoint({
    method: 'GET',
    path: '/v1/messages',
    summary: 'What was written to whom, newest first, 50 at a time; without its words.',
    access: staff,
    response: list.response,
    query: list.query.check(inOrder),
    provides: ['staffDesk', 'profile'],
  }),
  getMessage: endpoint({
    method: 'GET',
    path: '/v1/messages/{messageId}',
    summary: 'One message with its words, unless they are secret.',
    access: staff,
    response: OpenMessage,
    provides: ['staffDesk', 'profile'],
  }),
};
export type MessagesQuery = z.output<typeof correspondence.listMessages.query>;
