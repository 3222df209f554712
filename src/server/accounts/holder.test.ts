import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { consentPurposes } from '#domain/consents.ts';
import { accountLinks, users } from '../database/schema/accounts.ts';
import { cards } from '../database/schema/cards.ts';
import { orders } from '../database/schema/orders.ts';
import { profiles } from '../database/schema/profiles.ts';
import { markBroken } from '../messages/broken-emails.ts';
import { revokeConsents } from '../messages/consents.ts';
import { accountCalls } from '../testing/account-calls.ts';
import { buildEmployee, mailedToken, type Person, signUpBody } from '../testing/factories.ts';
import { buildOrder, orderBody } from '../testing/order-factories.ts';
import { recordQueries } from '../testing/recorded-queries.ts';
import { newReach, textAccounts } from '../testing/text-accounts.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';
import { selectUsersOpenedBy } from './holder-store.ts';

let yardpack: TestWorld;
let erin: Person;
beforeAll(async () => {
  yardpack = await createTestWorld();
  erin = await buildEmployee(yardpack);
});
afterAll(() => yardpack.close());
// Days pass in some tests, after which a session has ended.
beforeEach(async () => {
  erin = { ...erin, accessToken: (await signIn(erin.email)).body.accessToken };
});

const { askForReset, confirm, setNewPassword, signIn, signUp } = accountCalls(() => yardpack);
const { openBy, accept, openedByText, servedByText } = textAccounts(
  () => yardpack,
  () => erin,
);
async function stateOf(userId: string) {
  const { database } = yardpack.world;
  const [user] = await database.select().from(users).where(eq(users.id, userId));
  const [profile] = await database.select().from(profiles).where(eq(profiles.userId, userId));
  return {
    isConfirmed: Boolean(user?.confirmedAt),
    email: user?.email,
    phone: profile?.phone,
    cards: (await database.select().from(cards).where(eq(cards.userId, userId))).length,
  };
}
/** The email by which Stripe knows an account. */
async function emailAtStripe(userId: string) {
  const { database, stripe } = yardpack.world;
  const [user] = await database.select().from(users).where(eq(users.id, userId));
  const customer = await stripe.customers.retrieve(user?.stripeCustomerId ?? '');
  return 'email' in customer ? customer.email || null : undefined;
}
const linksTo = async (to: string, page: string) =>
  (await yardpack.messages({ to })).filter(({ text }) => text.includes(`/${page}?token=`)).length;

test('the office sees that an account is not confirmed, gives it no order, and emails its owner a link that makes it clean', async () => {
  const { email, ...details } = newReach();
  const { body: signedUp } = await signUp(
    signUpBody('PROFILE_TYPE_CUSTOMER', { email, firstName: 'Stranger', phone: '4795550199' }),
  );
  const { accounts } = (await yardpack.call('findAccounts', { as: erin.accessToken, query: { email } })).body;
  expect(accounts).toMatchObject([{ userId: signedUp.userId, isUnproved: true, hasEmail: true }]);
  const byPhone = await yardpack.call('findAccounts', { as: erin.accessToken, query: { phone: '4795550199' } });
  expect(byPhone.body.accounts).toMatchObject([{ userId: signedUp.userId, hasEmail: false, hasProvedPhone: false }]);
  for (const channel of ['email', 'text']) {
    const body = await orderBody(yardpack, { ...details, email, channel, userId: signedUp.userId });
    const chosen = await yardpack.call('createOrder', { as: erin.accessToken, body });
    expect([chosen.status, chosen.error.fields?.[0]]).toEqual([
      400,
      {
        path: 'body.userId',
        message:
          'This account isn’t confirmed. Please leave it out and email the link. The customer confirms the address with it.',
      },
    ]);
  }
  const order = await buildOrder(yardpack, erin, { ...details, email });
  const asked = await yardpack.call('checkOrderLink', { body: { token: order.token } });
  expect(asked.body.hasAccount).toBe(false);
  const { body } = await openBy(order.token, email, 'owners-own4bone!');
  expect(body.profiles[0]?.firstName).toBe('Cal');
  expect(await accept(order.token, { userId: body.user.id, accessToken: body.accessToken })).toBe(200);
  expect(await stateOf(body.user.id)).toMatchObject({ isConfirmed: true, phone: '+14795550188', cards: 1 });
  expect((await stateOf(signedUp.userId)).email).toBeUndefined();
});

test.each(['email', 'text'] as const)(
  'an order that the office made for such an account before is no way in for a stranger: by %s',
  async (channel) => {
    const { email, ...details } = newReach();
    const { body: signedUp } = await signUp(signUpBody('PROFILE_TYPE_CUSTOMER', { email, firstName: 'Stranger' }));
    const order = await buildOrder(yardpack, erin, { ...details, email, channel });
    await yardpack.world.database.update(orders).set({ userId: signedUp.userId }).where(eq(orders.id, order.id));
    const asked = await yardpack.call('checkOrderLink', { body: { token: order.token } });
    expect(asked.body.hasAccount).toBe(false);
    const { status, body, error } = await openBy(order.token, email);
    if (channel === 'email')
      expect([body.user.id === signedUp.userId, body.profiles[0]?.firstName]).toEqual([false, 'Cal']);
    else expect([status, error.fields?.[0]?.path]).toEqual([409, 'body.email']);
    // Who has the phone goes on with another address, and accepts.
    if (channel === 'text') {
      const other = newReach().email;
      const { body: opened } = await openBy(order.token, other);
      const person = { userId: opened.user.id, accessToken: opened.accessToken };
      expect(await accept(order.token, person)).toBe(200);
      expect((await stateOf(signedUp.userId)).cards).toBe(0);
    }
  },
);

test('who reads the address of an account with a service that a text has opened gets nothing of it; its phone sets a new password', async () => {
  const held = await servedByText();
  const password = 'owners-own4bone!';
  // By the number as people type it, since the username may be a mistyped address.
  await askForReset(held.phone.replace('+1', ''));
  expect(await linksTo(held.phone, 'set-new-password')).toBe(1);
  await yardpack.advance('PT1M');
  await askForReset(held.email);
  // That link opens another account (unconfirmed-address.test.ts).
  expect(await linksTo(held.email, 'set-new-password')).toBe(2);
  expect((await yardpack.messages({ to: held.email }))[0]?.text).toContain(
    'So we texted the link to the phone that opened the account.',
  );
  const token = await mailedToken(yardpack, held.phone, 'set-new-password');
  // Its customer has never read the username, which is the mistyped address. It is for the phone alone.
  expect((await yardpack.messages({ to: held.phone }))[0]?.text).toContain(`for the username ${held.email}: `);
  for (const _ of ['', 'The answer was lost.'])
    expect((await setNewPassword(token, password)).body).toEqual({ username: held.email });
  await yardpack.drain();
  expect((await yardpack.messages({ to: held.phone }))[0]?.text).toContain(`Your username is ${held.email}. `);
  expect(await stateOf(held.userId)).toMatchObject({ isConfirmed: false, phone: held.phone, cards: 1 });
  expect((await yardpack.messages({ to: held.phone }))[0]?.text).toContain('your password was changed');
  // A mistyped address does not lock its owner out. The person who typed it still confirms it.
  expect((await signIn(held.email, password)).body.profiles).toMatchObject([{ emailUnconfirmed: true }]);
  await yardpack.drain();
  const link = await mailedToken(yardpack, held.email, 'confirm-sign-up');
  expect((await confirm(link, {})).error.fields?.[0]?.path).toBe('body.password');
  expect(await emailAtStripe(held.userId)).toBeNull();
  expect((await confirm(link, { password })).status).toBe(200);
  await yardpack.advance('PT1M');
  expect(await emailAtStripe(held.userId)).toBe(held.email);
  expect((await signIn(held.email, password)).status).toBe(200);
  // From then on the address counts.
  await askForReset(held.email);
  expect(await linksTo(held.email, 'set-new-password')).toBe(3);
});

test.each([
  ['before an order is accepted', openedByText],
  ['with a service', servedByText],
])(
  'who reads the address of an account that a text has opened, and knows its id, confirms nothing: %s',
  async (_, open) => {
    const held = await open();
    await yardpack.drain();
    const link = await mailedToken(yardpack, held.email, 'confirm-sign-up');
    const { status, error } = await confirm(link, { userId: held.userId });
    expect([status, error?.fields?.[0]?.path]).toEqual([400, 'body.password']);
    expect(await stateOf(held.userId)).toMatchObject({ isConfirmed: false });
    expect((await confirm(link)).status).toBe(200);
    await yardpack.drain();
    const texts = (await yardpack.messages({ to: held.phone })).filter(({ text }) => text.includes('was confirmed'));
    expect(texts).toHaveLength(1);
  },
);

test('the phone that opened an account sets a new password before an order is accepted, too, and goes on with it', async () => {
  const opened = await openedByText();
  const password = 'owners-own4bone!';
  await askForReset(opened.phone);
  const token = await mailedToken(yardpack, opened.phone, 'set-new-password');
  expect((await setNewPassword(token, password)).status).toBe(200);
  const { body } = await signIn(opened.email, password);
  expect(body.user.id).toBe(opened.userId);
  expect((await yardpack.call('checkOrderLink', { body: { token: opened.order.token } })).body.hasAccount).toBe(true);
  // The text may be gone: the home leads to the order all the same.
  const {
    accessToken: as,
    user,
    profiles: [profile],
  } = body;
  const params = { customerProfileId: profile?.id ?? '' };
  const home = (await yardpack.call('getCustomerHome', { as, params })).body;
  expect(home.waitingOrders).toMatchObject([{ orderId: opened.order.id, street: expect.stringContaining('Reach St') }]);
  const open = { as, params: { ...params, orderId: opened.order.id } };
  const link = (await yardpack.call('openWaitingOrder', open)).body;
  // Nothing was sent: the office sees the link of the text alone.
  const { order } = (await yardpack.call('getOrder', { as: erin.accessToken, params: { orderId: opened.order.id } }))
    .body;
  expect(order.links).toHaveLength(1);
  expect(await accept(link.token, { userId: user.id, accessToken: as })).toBe(200);
  expect((await yardpack.call('getCustomerHome', { as, params })).body.waitingOrders).toEqual([]);
  expect((await yardpack.call('openWaitingOrder', open)).status).toBe(404);
});

test.each([
  ['before an order is accepted', openedByText],
  ['with a service', servedByText],
])('no order goes by email to the unconfirmed address of the account that it is for: %s', async (_, open) => {
  const held = await open();
  const { streetAddress1 } = newReach();
  const as = erin.accessToken;
  const refusal = [
    400,
    [{ path: 'body.email', message: expect.stringContaining('ask them to confirm the address first.') }],
  ] as const;
  await yardpack.drain();
  const mails = (await yardpack.messages({ to: held.email })).length;
  let { order } = held as { order: { id: string } };
  if (open === servedByText) {
    const details = { streetAddress1, email: held.email, userId: held.userId, phone: held.phone };
    const body = await orderBody(yardpack, { ...details, channel: 'email' });
    const made = await yardpack.call('createOrder', { as, body });
    expect([made.status, made.error?.fields]).toEqual(refusal);
    const third = { ...body, email: newReach().email };
    expect((await yardpack.call('createOrder', { as, body: third })).error?.fields).toEqual(refusal[1]);
    order = await buildOrder(yardpack, erin, { ...details, channel: 'text' });
    const params = { orderId: order.id };
    const sent = await yardpack.call('sendOrder', { as, params, body: { channel: 'email', email: third.email } });
    expect([sent.status, sent.error?.fields]).toEqual(refusal);
    await yardpack.drain();
    expect(await yardpack.messages({ to: third.email })).toEqual([]);
  }
  const again = await yardpack.call('sendOrder', {
    as,
    params: { orderId: order.id },
    body: { channel: 'email', email: held.email.toUpperCase() },
  });
  expect([again.status, again.error?.fields]).toEqual(refusal);
  await yardpack.drain();
  expect(await yardpack.messages({ to: held.email })).toHaveLength(mails);
  // A text is offered only where one arrives.
  const { world } = yardpack;
  const stop = { channel: 'text', address: held.phone, purposes: consentPurposes, source: 'text-reply', word: 'STOP' };
  await world.database.transaction((transaction) => revokeConsents(world, transaction, stop as never));
  const stopped = await yardpack.call('sendOrder', {
    as,
    params: { orderId: order.id },
    body: { channel: 'email', email: held.email },
  });
  expect(stopped.error?.fields?.[0]?.message).toBe(
    'Their email address isn’t confirmed. This number has stopped texts. They can text START, and then it works again. Ask them to confirm the address first.',
  );
});

test('a link for a new password that was mailed before the service was there opens an account of its reader, and does not get into that one', async () => {
  const opened = await openedByText();
  await askForReset(opened.email);
  const token = await mailedToken(yardpack, opened.email, 'set-new-password');
  expect(await accept(opened.order.token, opened)).toBe(200);
  expect((await setNewPassword(token, 'owners-own4bone!')).status).toBe(200);
  expect((await signIn(opened.email, 'owners-own4bone!')).body.user.id).not.toBe(opened.userId);
  expect(await stateOf(opened.userId)).toMatchObject({ isConfirmed: false, phone: opened.phone, cards: 1 });
});

test('a later order for such an account is for that account alone, whoever reads its text', async () => {
  const held = await servedByText();
  const { accounts } = (await yardpack.call('findAccounts', { as: erin.accessToken, query: { email: held.email } }))
    .body;
  expect(accounts).toMatchObject([{ userId: held.userId, isUnproved: false, hasProvedPhone: false }]);
  const byPhone = await yardpack.call('findAccounts', { as: erin.accessToken, query: { phone: held.phone } });
  expect(byPhone.body.accounts).toMatchObject([{ userId: held.userId, hasProvedPhone: true }]);
  const { streetAddress1 } = newReach();
  const order = await buildOrder(yardpack, erin, {
    ...{ streetAddress1, phone: newReach().phone, channel: 'text' },
    ...{ email: held.email, userId: held.userId },
  });
  const { body } = await yardpack.call('checkOrderLink', { body: { token: order.token } });
  expect(body.hasAccount).toBe(true);
  expect((await openBy(order.token, held.email, 'owners-own4bone!')).error.errorCode).toBe('ALREADY_EXISTS');
  // The number of a later order is what the office says, and no proof.
  const wrong = newReach();
  await buildOrder(yardpack, erin, {
    ...{ streetAddress1: wrong.streetAddress1, phone: wrong.phone, channel: 'text' },
    ...{ email: held.email, userId: held.userId },
  });
  await askForReset(held.email);
  expect([await linksTo(wrong.phone, 'set-new-password'), await linksTo(held.phone, 'set-new-password')]).toEqual([
    0, 1,
  ]);
});

type Changes = Partial<{ email: string; phone: string; notificationPreference: string; textsAgreed: boolean }>;
/** Saves the profile of an account's customer with changes. @param as the office unless given */
async function saveProfile({ userId }: { userId: string }, changes: Changes, as = erin.accessToken) {
  const [row] = await yardpack.world.database.select().from(profiles).where(eq(profiles.userId, userId));
  const params = { profileId: row?.id ?? '' };
  const { profile } = (await yardpack.call('getProfile', { as, params })).body;
  const answer = await yardpack.call('updateProfile', { as, params, body: { ...profile, ...changes } });
  await yardpack.drain();
  return answer;
}
const changeByOffice = async (account: { userId: string }, email: string) =>
  (await saveProfile(account, { email })).status;
const sayStop = ({ phone }: { phone: string }) =>
  yardpack.world.database.transaction(async (transaction) => {
    const texts = { channel: 'text', address: phone, purposes: consentPurposes } as const;
    await revokeConsents(yardpack.world, transaction, { ...texts, source: 'text-reply', word: 'STOP' });
  });

type Held = Awaited<ReturnType<typeof servedByText>>;
const byEmailOnly = { notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL' };
/** What comes before the office enters another email, and which of the two phones a warning still reaches. */
const before: Record<string, { prepare: (held: Held, other: string) => Promise<unknown>; reaches: [number, number] }> =
  {
    nothing: { prepare: async () => undefined, reaches: [1, 0] },
    'the office chooses emails only': { prepare: (held) => saveProfile(held, byEmailOnly), reaches: [1, 0] },
    'the office enters another phone': {
      prepare: (held, phone) => saveProfile(held, { phone, textsAgreed: true }),
      reaches: [1, 1],
    },
    'the customer has another phone, and the office replaces it': {
      prepare: async (held, phone) => {
        await saveProfile(held, { phone }, held.accessToken);
        await saveProfile(held, byEmailOnly);
        await saveProfile(held, { phone: newReach().phone });
      },
      reaches: [1, 1],
    },
    'the phone says STOP': { prepare: sayStop, reaches: [0, 0] },
  };
test.each(Object.entries(before))(
  'a new email that the office enters warns every way to an account that a text opened: before, %s',
  async (_, { prepare, reaches }) => {
    const [held, { phone: other, email }] = [await servedByText(), newReach()];
    await prepare(held, other);
    expect(await changeByOffice(held, email)).toBe(200);
    const stopLinks = (to: string) => linksTo(to, 'stop-email-change');
    expect([await stopLinks(held.phone), await stopLinks(other)]).toEqual(reaches);
    // The address that nobody has confirmed is told too, and each way stops the change.
    expect(await stopLinks(held.email)).toBe(1);
    for (const to of [held.email, ...(reaches[0] ? [held.phone] : [])]) {
      const token = await mailedToken(yardpack, to, 'stop-email-change');
      expect((await yardpack.call('stopEmailChange', { body: { token } })).status, to).toBe(200);
    }
    await yardpack.advance('PT25H');
    expect(await yardpack.messages({ to: email })).toEqual([]);
  },
);

test('every way is told once the email has changed, and a STOP in between counts', async () => {
  const [held, { phone: other, email }] = [await servedByText(), newReach()];
  await saveProfile(held, { phone: other, textsAgreed: true });
  expect(await changeByOffice(held, email)).toBe(200);
  await sayStop({ phone: other });
  await yardpack.advance('PT24H1M');
  expect((await confirm(await mailedToken(yardpack, email, 'confirm-sign-up'), {})).status).toBe(200);
  await yardpack.drain();
  const told = async (to: string) =>
    (await yardpack.messages({ to })).filter(({ text }) => text.includes('uses another')).length;
  expect([await told(held.phone), await told(other), await told(held.email)]).toEqual([1, 0, 1]);
});

test('the office enters no email of which no way to the account could learn', async () => {
  const [held, { email }] = [await servedByText(), newReach()];
  await sayStop(held);
  await yardpack.world.database.transaction((transaction) =>
    markBroken(yardpack.world, transaction, held.email, { why: 'bounced' }),
  );
  // A phone that the office has entered is its customer's only by its word.
  for (const phone of [held.phone, newReach().phone]) {
    await saveProfile(held, { phone, textsAgreed: true });
    const { status, error } = await saveProfile(held, { email });
    expect([status, error.fields]).toEqual([
      400,
      [{ path: 'body.email', message: expect.stringMatching(/^We can’t warn this customer: .* text us START/) }],
    ]);
  }
});

test('an email that the office enters before a service is there warns the phone, too', async () => {
  const [opened, { email }] = [await openedByText(), newReach()];
  expect(await changeByOffice(opened, email)).toBe(200);
  expect(await yardpack.messages({ to: email })).toEqual([]);
  expect(await linksTo(opened.phone, 'stop-email-change')).toBe(1);
  await yardpack.advance('PT24H1M');
  expect((await confirm(await mailedToken(yardpack, email, 'confirm-sign-up'), {})).status).toBe(200);
});

test.each([
  ['has stopped our texts', sayStop, 'has stopped our texts'],
  ['was replaced', (held: Held) => saveProfile(held, { phone: newReach().phone, textsAgreed: true }), 'Please call us'],
])(
  'who asks for a new password while the phone %s reads that no text went, and what to do',
  async (_, prepare, word) => {
    const held = await servedByText();
    await prepare(held);
    await askForReset(held.email);
    const [letter] = await yardpack.messages({ to: held.email });
    expect(letter?.text).toContain(word);
    expect([letter?.text.includes('we texted'), await linksTo(held.phone, 'set-new-password')]).toEqual([false, 0]);
  },
);

test('the phone that opened an account can stop for a day that the office changes its email', async () => {
  const held = await servedByText();
  const { email } = newReach();
  expect(await changeByOffice(held, email)).toBe(200);
  expect(await yardpack.messages({ to: email })).toEqual([]);
  const token = await mailedToken(yardpack, held.phone, 'stop-email-change');
  expect((await yardpack.call('stopEmailChange', { body: { token } })).status).toBe(200);
  for (const time of ['PT25H', 'PT24H']) {
    await yardpack.advance(time);
    expect(await yardpack.messages({ to: email }), time).toEqual([]);
  }
});

test('an email of the office that the phone does not stop confirms the account, and tells the phone', async () => {
  const held = await servedByText();
  const { email } = newReach();
  expect(await changeByOffice(held, email)).toBe(200);
  await yardpack.advance('PT24H1M');
  expect((await confirm(await mailedToken(yardpack, email, 'confirm-sign-up'), {})).body.confirmed).toBe('email');
  await yardpack.drain();
  expect(await stateOf(held.userId)).toMatchObject({ isConfirmed: true, email, phone: held.phone });
  expect((await yardpack.messages({ to: held.phone }))[0]?.text).toContain('uses another');
  expect((await signIn(email)).status).toBe(200);
});

test('an email that the office enters for an account that may be a stranger’s confirms nothing of it', async () => {
  const { email } = newReach();
  const { body } = await signUp(signUpBody('PROFILE_TYPE_CUSTOMER', { email }));
  const other = newReach().email;
  expect(await changeByOffice(body, other)).toBe(200);
  expect((await confirm(await mailedToken(yardpack, other, 'confirm-sign-up'), {})).body.confirmed).toBe('email');
  expect(await stateOf(body.userId)).toMatchObject({ isConfirmed: false, email: other });
  const links = await yardpack.world.database.select().from(accountLinks).where(eq(accountLinks.userId, body.userId));
  expect(links.map(({ channel }) => channel)).not.toContain('text');
});

test('the accounts that texts to a number have opened are found by an index, however many links there are', async () => {
  const { $client: pool } = yardpack.world.database;
  const [query] = await recordQueries(() => selectUsersOpenedBy(yardpack.world.database, '+14795550177'));
  const client = await pool.connect();
  try {
    await client.query(`begin; set local session_replication_role = replica;
      insert into order_links (token_hash, order_id, channel, sent_to, reminder, created_at, expires_at)
      select 'many-' || n, gen_random_uuid(), 'text', '+1479555' || n, 0, now(), now() from generate_series(1, 2000) n;
      analyze order_links;
      update pg_class set relpages = 1, reltuples = 1e6 where oid in ('orders'::regclass, 'users'::regclass)`);
    const { rows } = await client.query(`explain ${query?.text}`, query?.values);
    expect(JSON.stringify(rows)).toContain('order_links_sent_to_index');
  } finally {
    await client.query('rollback');
    client.release();
  }
});
