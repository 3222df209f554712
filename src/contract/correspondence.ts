import * as z from 'zod/mini';
import { consentSources, messageBases } from '#domain/consents.ts';
import {
  longestAnswer,
  messageChannels,
  messageClasses,
  messageStates,
  messageWaits,
  textIntents,
} from '#domain/correspondence.ts';
import { profileTypes } from '#domain/enums.ts';
import { longestSearch } from '#domain/search-lengths.ts';
import { firstDay, inOrder, lastDay } from './day-range.ts';
import { Done, endpoint, only } from './endpoint.ts';
import { emailText, Id, Instant, longText, optionalText, phoneText } from './fields.ts';
import { page } from './page.ts';

/** What went to people and came from them, as staff see it. */

/** A profile whose message or text it was. */
const Correspondent = z.object({ profileId: Id, type: z.enum(profileTypes), name: z.string() });
export type Correspondent = z.infer<typeof Correspondent>;

/** To whom a message went. */
export const messageReader = {
  /** The email address or phone number. */
  recipient: z.string(),
  /** Whose it was when it was written: whoever has the address later has nothing to do with it. */
  people: z.array(Correspondent),
  /** The order that it is about, and for whom that is: they may have no account. */
  order: z.nullable(z.object({ id: Id, name: z.string() })),
};

const message = {
  id: Id,
  channel: z.enum(messageChannels),
  class: z.enum(messageClasses),
  ...messageReader,
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
  /** Why it cannot be sent again, and what helps instead; absent while it can. */
  whyLost: z.optional(z.string()),
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
  /** What it rests on; a consent, in the words that were agreed to, unless it was asked for or goes to the business. */
  basis: z.enum(messageBases),
  consent: z.nullable(
    z.object({
      wording: z.nullable(z.string()),
      version: z.nullable(z.string()),
      source: z.enum(consentSources),
      /** What was said with it, such as START. */
      word: z.nullable(z.string()),
      at: Instant,
      /** Whose profile gave it, of a phone that several have the one that this was written to; null when it was no profile's, or it is gone. */
      by: z.nullable(Correspondent),
      /** The employee who wrote it down; null when none did. */
      writtenBy: z.nullable(z.string()),
    }),
  ),
  /** The text that it answers, and what that was taken for; its words are '' when they were erased. */
  answers: z.nullable(
    z.object({
      id: Id,
      sender: z.string(),
      text: z.string(),
      intent: z.nullable(z.enum(textIntents)),
      receivedAt: Instant,
    }),
  ),
});
export type OpenMessage = z.infer<typeof OpenMessage>;

const TextAnswer = z.object({
  id: Id,
  channel: z.enum(messageChannels),
  text: z.string(),
  by: z.string(),
  at: Instant,
  /** The message that took it there; null when it is gone. */
  message: z.nullable(z.object({ id: Id, state: z.enum(messageStates) })),
});
export type TextAnswer = z.infer<typeof TextAnswer>;

const InboundText = z.object({
  id: Id,
  /** The number that it came from. */
  sender: z.string(),
  /** Everyone who had the number when the text came, and whether they have an email address. */
  people: z.array(z.extend(Correspondent, { hasEmail: z.boolean() })),
  text: z.string(),
  /** Whether it was longer. */
  isCut: z.boolean(),
  intent: z.nullable(z.enum(textIntents)),
  receivedAt: Instant,
  isUnread: z.boolean(),
  /** Whether texts to the number have ended, until it says START. */
  isStopped: z.boolean(),
  read: z.nullable(z.object({ by: z.string(), at: Instant })),
  answers: z.array(TextAnswer),
});
export type InboundText = z.infer<typeof InboundText>;

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
    /** Whose they were when they were written. */
    profileId: z.optional(Id),
    channel: z.optional(z.enum(messageChannels, { error: 'Please choose email or text.' })),
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
  listInboundTexts: endpoint({
    method: 'GET',
    path: '/v1/inbound-texts',
    summary: 'What people have texted: unread first, then the newest, 20 at a time.',
    access: staff,
    ...page(
      ['flag', 'moment', 'id'],
      { texts: z.array(InboundText) },
      {
        /** Whose number they came from, then. */
        profileId: z.optional(Id),
        only: z.optional(z.enum(['unread'])),
      },
    ),
    provides: ['staffDesk', 'profile'],
  }),
  readInboundText: endpoint({
    method: 'PUT',
    path: '/v1/inbound-texts/{textId}',
    summary: 'Marks a text as read, or as unread again; the first employee to read it counts.',
    access: staff,
    body: z.object({ isRead: z.boolean() }),
    response: Done,
    invalidates: ['staffDesk'],
  }),
  endTextsToSender: endpoint({
    method: 'POST',
    path: '/v1/inbound-texts/{textId}/ended-texts',
    summary:
      'Ends all texts to the number that a text came from, because its sender wants none, and marks the text as read. Only START from the phone undoes it. A repeat does nothing.',
    access: staff,
    response: Done,
    invalidates: ['staffDesk', 'profile'],
  }),
  endTextsToPerson: endpoint({
    method: 'POST',
    path: '/v1/profiles/{profileId}/ended-texts',
    summary:
      'Ends all texts to the number of a profile, because who has it has told us so. Only START from the phone undoes it. A repeat does nothing.',
    access: staff,
    body: z.object({
      /** The number that the caller has seen there. */
      phone: phoneText('Please say which number.'),
    }),
    response: Done,
    invalidates: ['staffDesk', 'profile'],
  }),
  writeToPerson: endpoint({
    method: 'POST',
    path: '/v1/profiles/{profileId}/messages',
    summary:
      'Writes a text or an email to a customer or a worker, in words of the caller’s own. A repeat sends nothing more.',
    access: staff,
    limit: { calls: 60, minutes: 10, by: 'user' },
    body: z.object({
      /** The browser makes it, so that a repeat after a lost answer sends nothing more. */
      id: Id,
      channel: z.enum(messageChannels, { error: 'Please choose text or email.' }),
      text: longText('Please write a message.', longestAnswer),
    }),
    response: Done,
    invalidates: ['staffDesk', 'profile'],
  }),
  setEmailWorks: endpoint({
    method: 'PUT',
    path: '/v1/profiles/{profileId}/email-works',
    summary:
      'Notes that emails do not reach the address of a profile, so that none are sent there but what is asked for with it; or that they do again. A repeat does nothing.',
    access: staff,
    body: z.object({
      /** The address that the caller has seen there. */
      email: emailText('Please say which address.'),
      works: z.boolean(),
    }),
    response: Done,
    invalidates: ['staffDesk', 'profile'],
  }),
  answerInboundText: endpoint({
    method: 'POST',
    path: '/v1/inbound-texts/{textId}/answers',
    summary:
      'Answers a text with words of the caller’s own, by text or by email to one who had the number, and marks it as read. A repeat sends nothing more.',
    access: staff,
    body: z.object({
      /** The browser makes it, so that a repeat after a lost answer sends nothing more. */
      id: Id,
      channel: z.enum(messageChannels, { error: 'Please choose text or email.' }),
      /** Whom a mail goes to: one who had the number. */
      profileId: z.optional(Id),
      text: longText('Please write an answer.', longestAnswer),
      /** How many answers the caller has read: of two people who answer at once the second is told. */
      answersSeen: z.int().check(z.gte(0), z.lte(1000)),
    }),
    response: Done,
    invalidates: ['staffDesk'],
  }),
};
export type MessagesQuery = z.output<typeof correspondence.listMessages.query>;
