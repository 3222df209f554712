import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import formbody from '@fastify/formbody';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import type { Pool } from 'pg';
import * as z from 'zod';
import { businessTimeZone } from '#domain/time-zone.ts';
import { businessTime, type MovableClock } from './clock.ts';
import type { DeliveryFault } from './delivery-faults.ts';
import { handleFailure, inTime, sendFailure } from './failures.ts';
import { InvalidInput, parseInput, refuse } from './invalid-input.ts';
import type { Outbox } from './outbox.ts';
import { type PageState, sandboxPage } from './page.ts';
import { mailDocument } from './page-messages.ts';
import { findCustomers, findFates, findPayees, listPayments } from './payments.ts';
import type { PhoneAnswer } from './phone.ts';
import { refuseForeignForms, refuseForeignNames, requireJson } from './same-origin.ts';
import { faultKinds, type Fault as StripeFault } from './stripe/faults.ts';
import type { StripeSandbox } from './stripe/server.ts';

const pageCsp =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
// A mail is foreign markup: it may look as it likes, but it may not act.
const mailCsp =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data: http: https:; form-action 'none'; frame-ancestors 'self'";

const limit = (usual: number) =>
  z.coerce.number('Must be a number').int('Must be a whole number').min(1).max(1000).default(usual);
const MessagesQuery = z.strictObject({
  to: z.string().optional(),
  channel: z.enum(['email', 'text']).optional(),
  limit: limit(200),
});
const PaymentsQuery = z.strictObject({ limit: limit(200) });
const flag = z.literal('1').optional().catch(undefined);
const PageQuery = z.object({ show: limit(50).catch(50), moved: flag, texted: flag });
const MoveBody = z.strictObject({ advance: z.string().optional(), to: z.string().optional() });
/** What staff do at Stripe's dashboard. */
const ActBody = z.discriminatedUnion('act', [
  z.strictObject({
    act: z.literal('refund'),
    payment: z.string(),
    amount: z.string().regex(/^\d{1,6}(\.\d{1,2})?$/, 'Please give an amount in dollars'),
  }),
  z.strictObject({ act: z.enum(['pay-out', 'fail-payout']), account: z.string().regex(/^\w+$/) }),
  z.strictObject({ act: z.literal('decline'), method: z.string().regex(/^\w+$/), as: z.string().regex(/^\w+$/) }),
  z.strictObject({ act: z.enum(['win', 'lose']), dispute: z.string().regex(/^\w+$/) }),
]);
/** What somebody texts back. */
const AnswerBody = z.strictObject({
  from: z.string().min(1, 'Please give a number').max(40),
  text: z.string().min(1, 'Please write something').max(10_000),
});
/** The number that the stand-in's texts come from. */
const ownNumber = '+14795550100';
const times = z.int().min(1).optional();
const FaultsBody = z.strictObject({
  faults: z.array(
    z.discriminatedUnion('service', [
      z.strictObject({ service: z.enum(['mail', 'text']), kind: z.enum(['fail', 'fail-after-sending']), times }),
      z.strictObject({
        service: z.literal('stripe'),
        kind: z.enum(faultKinds),
        match: z.strictObject({ method: z.string().optional(), path: z.string().optional() }).default({}),
        times,
        delayMs: z.int().min(0).max(60_000).optional(),
      }),
    ]),
  ),
});

type Sandbox = {
  pool: Pool;
  clock: MovableClock;
  outbox: Outbox;
  /** Runs what is due at the new time. */
  clockMoved: () => Promise<void>;
  /** How long a move of the clock waits for that, in milliseconds. */
  patienceMs: number;
  setDeliveryFaults: (faults: DeliveryFault[]) => void;
  setStripeFaults: (faults: StripeFault[]) => void;
  stripe: Pick<StripeSandbox, 'act' | 'settle'>;
  /** Sends a text to the business, as its provider does; undefined when that is another one, or none. */
  answerText: ((answer: PhoneAnswer) => Promise<void>) | undefined;
};

/** The page at /sandbox, and the same as JSON. */
export function createSandboxRoutes(sandbox: Sandbox): FastifyPluginAsync {
  const { pool, clock, outbox } = sandbox;
  const assets = ['page.css', 'page.js'].map((name) => ({
    name,
    type: name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8',
    content: readFileSync(new URL(`page/${name}`, import.meta.url)),
  }));

  async function move(input: unknown): Promise<void> {
    const { advance, to } = parseInput(MoveBody, input, 'body');
    if ((advance === undefined) === (to === undefined)) throw refuse('body', 'Give either advance or to');
    if (advance !== undefined) await inTime(() => clock.advance(advance));
    if (to !== undefined) await inTime(() => clock.moveTo(to));
    await sandbox.stripe.settle();
    // Work that takes longer, for example with a slow provider, goes on without us.
    await Promise.race([sandbox.clockMoved(), pause(sandbox.patienceMs, undefined, { ref: false })]);
  }

  async function answerText(typed: { from: string; text: string }): Promise<PhoneAnswer> {
    const { answerText: send } = sandbox;
    if (!send) throw refuse('body', 'Texts do not go through the sandbox here, so nobody texts back from it.');
    const answer = { ...typed, to: ownNumber };
    await inTime(() => send(answer));
    return answer;
  }

  const clockAnswer = () => ({ now: businessTime(clock.now()), offset: clock.offset().toString() });

  async function sendPage(reply: FastifyReply, show: number, more: Pick<PageState, 'moved' | 'texted' | 'refused'>) {
    const [messages, payments] = await inTime(() =>
      Promise.all([outbox.list({ limit: show + 1 }), listPayments(pool, 100)]),
    );
    const page = sandboxPage({
      now: clock.now(),
      offset: clock.offset(),
      messages: messages.slice(0, show),
      olderMessages: messages.length > show,
      payments,
      customers: await inTime(() => findCustomers(pool, payments)),
      fates: await inTime(() => findFates(pool, payments)),
      payees: await inTime(() => findPayees(pool)),
      canAnswer: sandbox.answerText !== undefined,
      ...more,
    });
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', pageCsp)
      .header('referrer-policy', 'same-origin')
      .send(page);
  }

  return async (app) => {
    await app.register(formbody);
    app.setErrorHandler(handleFailure);
    app.addHook('onRequest', refuseForeignNames);
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
    });

    app.get('/sandbox', async (request, reply) => {
      const { show, moved, texted } = parseInput(PageQuery, request.query, 'query');
      return sendPage(reply, show, { moved: moved !== undefined, texted: texted !== undefined });
    });
    for (const elsewhere of ['/sandbox/', '/sandbox/clock', '/sandbox/payments']) {
      app.get(elsewhere, (_request, reply) => reply.redirect('/sandbox', 302));
    }

    for (const { name, type, content } of assets) {
      app.get(`/sandbox/page/${name}`, (_request, reply) =>
        reply.type(type).header('cache-control', 'no-cache').send(content),
      );
    }

    app.get<{ Params: { id: string } }>('/sandbox/messages/:id/body', async (request, reply) => {
      const message = await inTime(() => outbox.find(request.params.id));
      if (!message?.html) return sendFailure(request, reply, 'NOT_FOUND', 'Message not found');
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', mailCsp)
        .header('referrer-policy', 'no-referrer')
        .send(mailDocument(message.html));
    });

    app.post('/sandbox/clock', { onRequest: refuseForeignForms }, async (request, reply) => {
      const typed = parseInput(MoveBody, request.body ?? {}, 'body').to;
      try {
        await move(typed === undefined ? request.body : { to: readBusinessInstant(typed) });
      } catch (error) {
        if (!(error instanceof InvalidInput)) throw error;
        return sendPage(reply.code(400), 50, { moved: false, refused: { message: error.message, typed: typed ?? '' } });
      }
      return reply.redirect('/sandbox?moved=1#clock', 303);
    });

    app.post('/sandbox/payments', { onRequest: refuseForeignForms }, async (request, reply) => {
      const body = parseInput(ActBody, request.body ?? {}, 'body');
      const [path, params] = atDashboard(body);
      await sandbox.stripe.act(path, params).catch((error: Error) => {
        throw refuse('body', error.message);
      });
      return reply.redirect('account' in body ? '/sandbox#payouts-title' : '/sandbox#payments-title', 303);
    });

    app.post('/sandbox/answers', { onRequest: refuseForeignForms }, async (request, reply) => {
      await answerText(parseInput(AnswerBody, request.body ?? {}, 'body'));
      return reply.redirect('/sandbox?texted=1#messages-title', 303);
    });
    app.post('/sandbox/answers.json', { onRequest: requireJson }, async (request) => {
      return await answerText(parseInput(AnswerBody, request.body, 'body'));
    });

    app.get('/sandbox/messages.json', async (request) => {
      const messages = await inTime(() => outbox.list(parseInput(MessagesQuery, request.query, 'query')));
      return messages.map((message) => ({ ...message, sentAt: message.sentAt.toString() }));
    });
    app.get('/sandbox/clock.json', clockAnswer);
    app.post('/sandbox/clock.json', { onRequest: requireJson }, async (request) => {
      await move(request.body);
      return clockAnswer();
    });
    app.get('/sandbox/payments.json', (request) =>
      inTime(() => listPayments(pool, parseInput(PaymentsQuery, request.query, 'query').limit)),
    );
    app.post('/sandbox/faults.json', { onRequest: requireJson }, async (request) => {
      const { faults } = parseInput(FaultsBody, request.body, 'body');
      sandbox.setDeliveryFaults(faults.filter((fault) => fault.service !== 'stripe'));
      sandbox.setStripeFaults(faults.flatMap((fault) => (fault.service === 'stripe' ? withoutService(fault) : [])));
      return { faults };
    });
  };
}

/** @returns the call of the stand-in that does what was pressed, and its parameters */
function atDashboard(body: z.output<typeof ActBody>): [path: string, params: object] {
  switch (body.act) {
    case 'refund': {
      const { payment, amount } = body;
      const inProportion = { reverse_transfer: true, refund_application_fee: true };
      return ['/v1/refunds', { payment_intent: payment, amount: Math.round(Number(amount) * 100), ...inProportion }];
    }
    case 'pay-out':
    case 'fail-payout':
      return [`/v1/accounts/${body.account}/payouts`, { outcome: body.act === 'pay-out' ? 'paid' : 'failed' }];
    case 'decline':
      return [`/v1/payment_methods/${body.method}/decline`, { as: body.as }];
    default: {
      const answer = body.act === 'win' ? 'winning_evidence' : 'losing_evidence';
      return [`/v1/disputes/${body.dispute}`, { evidence: { uncategorized_text: answer } }];
    }
  }
}

function withoutService({ service: _, ...fault }: StripeFault & { service: 'stripe' }): StripeFault {
  return fault;
}

/** Reads a date and time field in the business's zone. @returns a moment in ISO 8601 */
function readBusinessInstant(typed: string): string {
  try {
    return Temporal.PlainDateTime.from(typed).toZonedDateTime(businessTimeZone).toInstant().toString();
  } catch (error) {
    if (error instanceof RangeError) throw refuse('body.to', 'Please pick a date and a time');
    throw error;
  }
}
