import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { saveCard, sdkFor } from './stripe/testing.ts';
import { createEmptyDatabase, startSandboxServer } from './testing.ts';

test('the page refunds a payment as Stripe’s dashboard does, pays workers out, and ends a dispute', async () => {
  const database = await createEmptyDatabase();
  const { app, sandbox, close } = await startSandboxServer(database.url);
  try {
    const stripe = sdkFor({ url: sandbox.stripe.apiUrl });
    const { id: account } = await stripe.accounts.create({ capabilities: { transfers: { requested: true } } });
    await sandbox.stripe.completeOnboarding(account, { firstName: 'Wes', lastName: 'Worker' });
    const pay = async (number: string) => {
      const how = { amount: 1500, application_fee_amount: 300, currency: 'usd', confirm: true, off_session: true };
      const to = { transfer_data: { destination: account } };
      return (await stripe.paymentIntents.create({ ...how, ...to, ...(await saveCard(stripe, number)) })).id;
    };
    const act = (form: Record<string, string>, site = 'same-origin') =>
      app.inject({
        method: 'POST',
        url: '/sandbox/payments',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': site },
        payload: new URLSearchParams(form).toString(),
      });
    const payment = await pay('4242424242424242');
    const refund = { act: 'refund', payment, amount: '3.33' };
    expect((await act(refund)).statusCode).toBe(303);
    expect((await app.inject('/sandbox')).body).toContain('$3.33 of $15.00 refunded');
    expect((await stripe.refunds.list({ payment_intent: payment })).data).toMatchObject([
      { amount: 333, transfer_reversal: expect.stringMatching(/^trr_/) },
    ]);
    for (const amount of ['11.68', '-1', '1.234', 'x', '']) {
      expect((await act({ ...refund, amount })).statusCode, amount).toBe(400);
    }
    expect((await act(refund, 'cross-site')).statusCode).toBe(403);
    const paidOut = async () => (await stripe.payouts.list({}, { stripeAccount: account })).data;
    expect((await app.inject('/sandbox')).body).toContain('$9.34</strong>');
    expect((await act({ act: 'fail-payout', account })).statusCode).toBe(303);
    // What a bank refuses is there again.
    expect((await act({ act: 'pay-out', account })).statusCode).toBe(303);
    expect((await act({ act: 'pay-out', account })).statusCode).toBe(400);
    expect(await paidOut()).toMatchObject([
      { amount: 934, status: 'paid' },
      { amount: 934, status: 'failed', failure_code: 'account_closed' },
    ]);
    expect(
      (await stripe.events.list({ types: ['payout.failed', 'payout.paid'] }, { stripeAccount: account })).data,
    ).toMatchObject([
      { type: 'payout.paid', account },
      { type: 'payout.failed', account },
    ]);
    const disputed = await pay('4000000000000259');
    const [dispute] = (await stripe.disputes.list({ payment_intent: disputed })).data;
    expect((await act({ act: 'win', dispute: dispute?.id ?? '' })).statusCode).toBe(303);
    expect((await app.inject('/sandbox')).body).toContain('Disputed: won');
  } finally {
    await close();
    await database.drop();
  }
});

test('the sandbox answers by names of this machine only: another name may be a page’s that leads here', async () => {
  const database = await createEmptyDatabase();
  const { app, close } = await startSandboxServer(database.url);
  try {
    const statusOf = async (host: string) =>
      (await app.inject({ url: '/sandbox/messages.json', headers: { host } })).statusCode;
    for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'yard.localhost']) {
      expect([host, await statusOf(host)]).toEqual([host, 200]);
    }
    for (const host of ['evil.example', 'localhost.evil.example:3000', '10.0.0.1']) {
      expect([host, await statusOf(host)]).toEqual([host, 403]);
    }
  } finally {
    await close();
    await database.drop();
  }
});

test('where a real provider sends texts the phone offers no answer, and says why it sends none', async () => {
  const database = await createEmptyDatabase();
  const text = { id: randomUUID(), to: '+14795550177', text: 'Done. Enjoy!' };
  const post = { method: 'POST', payload: { from: text.to, text: 'STOP' } } as const;
  for (const isReal of [false, true]) {
    const texts = isReal ? null : { url: 'http://127.0.0.1:9/texts', signedUrl: 'http://127.0.0.1:9/texts' };
    const { app, sandbox, close } = await startSandboxServer(database.url, undefined, undefined, texts);
    try {
      await sandbox.sendText(text);
      const page = (await app.inject('/sandbox')).body;
      expect(page).toContain('Done. Enjoy!');
      expect(page.includes('Text back as')).toBe(!isReal);
      const answer = await app.inject({ ...post, url: '/sandbox/answers.json' });
      expect([isReal, answer.statusCode]).toEqual([isReal, isReal ? 400 : 500]);
      if (isReal) expect(answer.body).toContain('Texts do not go through the sandbox here');
    } finally {
      await close();
    }
  }
  await database.drop();
});
