import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Pool } from 'pg';
import { askOften } from './postgres.ts';

type Channel = 'email' | 'text';

/** A message that would have gone out. */
export type SentMessage = {
  /** The sender's id of the message. */
  id: string;
  channel: Channel;
  /** An email address or a phone number. */
  to: string;
  /** Null for a text message. */
  subject: string | null;
  text: string;
  html: string | null;
  replyTo: string | null;
  /** When it first arrived. */
  sentAt: Temporal.Instant;
};

/** A message in a mailbox or on a phone; a repeat counts as another arrival of the same message. */
export type ArrivedMessage = SentMessage & { arrivals: number };

type Row = {
  id: string;
  channel: Channel;
  recipient: string;
  subject: string | null;
  text: string;
  html: string | null;
  reply_to: string | null;
  sent_at: Date;
  arrivals: number;
};

const columns = 'id, channel, recipient, subject, text, html, reply_to, sent_at';

export type Outbox = ReturnType<typeof openOutbox>;

/** A message as a row of `sandbox.message`. */
const rowOf = (message: SentMessage) => ({
  id: message.id,
  channel: message.channel,
  recipient: storable(message.to),
  subject: message.subject === null ? null : storable(message.subject),
  text: storable(message.text),
  html: message.html === null ? null : storable(message.html),
  reply_to: message.replyTo === null ? null : storable(message.replyTo),
  sent_at: message.sentAt.toString(),
});

/** Everybody's mailbox and phone, kept in `sandbox.message`. */
export function openOutbox(pool: Pool) {
  /** Those that came at one moment, or while others were being kept: one statement keeps as many as there are by then. */
  let coming: { message: SentMessage; kept(): void; failed(error: unknown): void }[] = [];
  let isKeeping = false;
  const keepComing = async () => {
    if (isKeeping) return;
    isKeeping = true;
    await nextTurn();
    while (coming.length > 0) {
      const all = coming;
      coming = [];
      try {
        for (const some of withoutRepeats(all)) await keep(some.map(({ message }) => message));
        for (const { kept } of all) kept();
      } catch (error) {
        for (const { failed } of all) failed(error);
      }
    }
    isKeeping = false;
  };
  const keep = (messages: SentMessage[]) =>
    askOften(
      pool,
      'message',
      `insert into sandbox.message (${columns})
       select ${columns} from json_populate_recordset(null::sandbox.message, $1::json)
       on conflict (id) do update set arrivals = message.arrivals + 1`,
      [JSON.stringify(messages.map(rowOf))],
    );
  return {
    /** Keeps a message. When its id exists already, it counts another arrival. */
    async store(message: SentMessage): Promise<void> {
      await new Promise<void>((kept, failed) => {
        coming.push({ message, kept, failed });
        void keepComing();
      });
    },

    async empty(): Promise<void> {
      await pool.query('delete from sandbox.message');
    },

    /**
     * @param filter `to` ignores case
     * @returns the newest messages first
     */
    async list(filter: { to?: string; channel?: Channel; limit: number }): Promise<ArrivedMessage[]> {
      const { rows } = await pool.query<Row>(
        `select ${columns}, arrivals from sandbox.message
         where ($1::text is null or lower(recipient) = lower($1::text))
           and ($2::text is null or channel = $2::text)
         order by sent_at desc, id desc limit $3`,
        [filter.to === undefined ? null : storable(filter.to), filter.channel ?? null, filter.limit],
      );
      return rows.map(toMessage);
    },

    async find(id: string): Promise<ArrivedMessage | undefined> {
      const { rows } = await pool.query<Row>(`select ${columns}, arrivals from sandbox.message where id = $1`, [
        storable(id),
      ]);
      return rows[0] && toMessage(rows[0]);
    },
  };
}

/** @returns the same in several lists, since one statement cannot count two arrivals of one message */
function withoutRepeats<One extends { message: SentMessage }>(all: One[]): One[][] {
  const lists: One[][] = [];
  for (const one of all) {
    const list = lists.find((some) => some.every(({ message }) => message.id !== one.message.id));
    if (list) list.push(one);
    else lists.push([one]);
  }
  return lists;
}

function toMessage({ recipient, reply_to, sent_at, ...row }: Row): ArrivedMessage {
  return {
    ...row,
    to: recipient,
    replyTo: reply_to,
    sentAt: Temporal.Instant.fromEpochMilliseconds(sent_at.getTime()),
  };
}

/** Postgres cannot store the character U+0000, nor half of one that has two parts. */
function storable(text: string): string {
  return text.replaceAll('\u0000', '\uFFFD').toWellFormed();
}
