import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';

/** Stand-ins that take as long to answer as a real one may, and count what they were asked. */

const ANSWER_MS = 20;

/**
 * Stands in for everything outside while writes are measured: it has every card that Stripe is asked for, and says nothing
 * else, so that what follows from a write later does not run beside the next.
 * @returns its URLs for Stripe and for mail
 */
export async function startSilence(opened: AsyncDisposableStack) {
  const stripe = createServer((request, response) => {
    const card = request.url && /payment_methods\/(\w+)$/.exec(request.url)?.[1];
    if (!card) return;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ id: card, object: 'payment_method', type: 'card' }));
  });
  const mail = createTcpServer();
  for (const server of [stripe, mail]) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    opened.defer(() => void server.close());
  }
  opened.defer(() => stripe.closeAllConnections());
  const portOf = (server: TcpServer) => (server.address() as AddressInfo).port;
  return { stripeUrl: `http://127.0.0.1:${portOf(stripe)}`, mailUrl: `smtp://127.0.0.1:${portOf(mail)}` };
}

/**
 * Answers like Stripe's PaymentIntents that succeed at once.
 * @returns its URL, and how often each idempotency key has come
 */
export async function startSlowStripe(opened: AsyncDisposableStack) {
  const asked = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    await delay(ANSWER_MS);
    const key = request.headers['idempotency-key'];
    const isPayment = request.method === 'POST' && request.url === '/v1/payment_intents' && typeof key === 'string';
    if (!isPayment) return void response.writeHead(404).end('{"error":{"type":"invalid_request_error"}}');
    asked.set(key, (asked.get(key) ?? 0) + 1);
    const given = new URLSearchParams(Buffer.concat(chunks).toString());
    const amount = Number(given.get('amount'));
    const charge = {
      id: `ch_${key}`,
      object: 'charge',
      payment_intent: `pi_${key}`,
      amount_captured: amount,
      amount_refunded: 0,
      refunded: false,
      disputed: false,
      balance_transaction: { object: 'balance_transaction', fee: Math.round(amount * 0.029) + 30 },
      transfer: { object: 'transfer', amount_reversed: 0 },
      application_fee: { object: 'application_fee', amount_refunded: 0 },
      payment_method_details: { card: { brand: 'visa', last4: '4242' } },
    };
    const intent = {
      id: `pi_${key}`,
      object: 'payment_intent',
      status: 'succeeded',
      amount,
      currency: 'usd',
      metadata: { paymentId: key },
      latest_charge: charge,
    };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(intent));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/**
 * Takes every mail, with a pause before each answer: to the connection, the sender, the recipient and the content.
 * @returns its URL, and how many mails each address got
 */
export async function startSlowMailServer(opened: AsyncDisposableStack) {
  const received = new Map<string, number>();
  const later = (done: () => void) => void setTimeout(done, ANSWER_MS);
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 50,
    onConnect: (_session, done) => later(done),
    onMailFrom: (_address, _session, done) => later(done),
    onRcptTo: (_address, _session, done) => later(done),
    onData: (stream, session, done) => {
      stream.resume().once('end', () => {
        for (const { address } of session.envelope.rcptTo) received.set(address, (received.get(address) ?? 0) + 1);
        later(done);
      });
    },
  });
  // A process that has done its part ends with its connections open.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  opened.defer(async () => await new Promise<void>((closed) => server.close(closed)));
  return { url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, received };
}
