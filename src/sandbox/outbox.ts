import type { Pool } from 'pg';
import { askOften } from './postgres.ts';

type Channel = 'email' | 'text';

/** A message that would have gone out. */
export type SentMessage = {
  /** The sender's id of the message. */
  id: string;
  channel: Channel;
  /** An e-mail address or a phone number. */
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

/** Everybody's mailbox and phone, kept in `sandbox.message`. */
export function openOutbox(pool: Pool) {
  return {
    /** Keeps a message. When its id exists already, it counts another arrival. */
    async store(message: SentMessage): Promise<void> {
      await askOften(
        pool,
        'message',
        `insert into sandbox.message (${columns}) values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (id) do update set arrivals = message.arrivals + 1`,
        [
          message.id,
          message.channel,
          storable(message.to),
          message.subject === null ? null : storable(message.subject),
          storable(message.text),
          message.html === null ? null : storable(message.html),
          message.replyTo === null ? null : storable(message.replyTo),
          message.sentAt.toString(),
        ],
      );
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

function toMessage({ recipient, reply_to, sent_at, ...row }: Row): ArrivedMessage {
  return {
    ...row,
    to: recipient,
    replyTo: reply_to,
    sentAt: Temporal.Instant.fromEpochMilliseconds(sent_at.getTime()),
  };
}

/** Postgres cannot store the character U+0000. */
function storable(text: string): string {
  return text.replaceAll('\u0000', '\uFFFD');
}
