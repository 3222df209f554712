import { expect } from 'vitest';
import { buildEngagement, buildOnboardedWorker, claimEngagement } from '../testing/engagement-factories.ts';
import { buildCustomer, mailsTo, type Person, signUpBody } from '../testing/factories.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';
import { tell } from './service.ts';

const letter = { subject: 'A word', paragraphs: ['Hello.'], short: 'Yardpack: hello.' };
const send = async (
  { world, drain }: TestWorld,
  { email, phone }: Person,
  event: string,
  { class: messageClass, byText = false }: { class: 'now' | 'service' | 'bill' | 'security'; byText?: boolean },
) => {
  const notificationPreference = byText ? 'NOTIFICATION_PREFERENCE_EMAIL_TEXT' : 'NOTIFICATION_PREFERENCE_EMAIL';
  const recipient = { email, phone, notificationPreference } as const;
  await world.database.transaction((transaction) =>
    tell(world, transaction, event, recipient, letter, { class: messageClass }),
  );
  await drain();
};
const linkIn = (text = '') => /\/unsubscribe\/[\w-]{43}/.exec(text)?.[0];
const oneClick = { 'content-type': 'application/x-www-form-urlencoded' };

test('one click ends mails about visits, not those about bills and the account; a GET ends nothing', async ({
  yardpack,
}) => {
  const customer = await buildCustomer(yardpack);
  const mails = async () => (await mailsTo(yardpack, customer, /A word/)).length;
  await send(yardpack, customer, 'a:1', { class: 'service' });
  await send(yardpack, customer, 'a:2', { class: 'bill' });
  await send(yardpack, customer, 'a:3', { class: 'security' });
  const [security, bill, service] = await mailsTo(yardpack, customer, /A word/);
  const link = linkIn(service?.text) ?? '';
  expect([link.length > 0, linkIn(bill?.text), linkIn(security?.text)]).toEqual([true, undefined, undefined]);
  expect(service?.html).toContain(link);
  expect(service?.text).toContain('You get this because it is about your visits.');
  expect(bill?.text).toContain('You get this because it is about your money.');

  const asked = await yardpack.app.inject(link);
  expect([asked.statusCode, asked.body.includes('<form method="post"')]).toEqual([200, true]);
  expect(asked.body).toContain(customer.email);
  await send(yardpack, customer, 'a:4', { class: 'service' });
  expect(await mails()).toBe(4);

  for (const _ of ['once', 'and again']) {
    const payload = 'List-Unsubscribe=One-Click';
    const ended = await yardpack.app.inject({ method: 'POST', url: link, headers: oneClick, payload });
    expect([ended.statusCode, ended.body.includes('We send no more emails about your visits')]).toEqual([200, true]);
  }
  await send(yardpack, customer, 'a:5', { class: 'service' });
  expect(await mails()).toBe(4);
  await send(yardpack, customer, 'a:6', { class: 'bill' });
  await send(yardpack, customer, 'a:7', { class: 'security' });
  expect(await mails()).toBe(6);
});

test('who has unsubscribed has texts still, sees it on the profile, and brings the mails back there', async ({
  yardpack,
}) => {
  const customer = await buildCustomer(yardpack);
  const as = customer.accessToken;
  const params = { profileId: customer.profileId };
  await send(yardpack, customer, 'b:1', { class: 'service' });
  const link = linkIn((await mailsTo(yardpack, customer, /A word/))[0]?.text) ?? '';
  // Mail programs send multipart forms too.
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const payload = '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
  expect((await yardpack.app.inject({ method: 'POST', url: link, headers, payload })).statusCode).toBe(200);
  // Another one would wait for the morning when it is night.
  await send(yardpack, customer, 'b:2', { class: 'now', byText: true });
  const texts = (await yardpack.messages()).filter(({ channel, to }) => channel === 'text' && to === customer.phone);
  expect(texts.map(({ text }) => text)).toContain('Yardpack: hello.');
  expect(await mailsTo(yardpack, customer, /A word/)).toHaveLength(1);

  const { profile } = (await yardpack.call('getProfile', { as, params })).body;
  expect(profile.mailsEnded).toBe(true);
  // To save something else brings nothing back.
  const saved = await yardpack.call('updateProfile', { as, params, body: profile });
  expect(saved.body.profile.mailsEnded).toBe(true);
  const back = await yardpack.call('updateProfile', {
    as,
    params,
    body: { ...saved.body.profile, mailsAgreed: true },
  });
  expect(back.body.profile.mailsEnded).toBeUndefined();
  await send(yardpack, customer, 'b:3', { class: 'service' });
  expect(await mailsTo(yardpack, customer, /A word/)).toHaveLength(2);
});

test('who has unsubscribed stays so at another email address and with a further profile, until they ask for it', async ({
  yardpack,
}) => {
  const customer = await buildCustomer(yardpack);
  const as = customer.accessToken;
  const params = { profileId: customer.profileId };
  await send(yardpack, customer, 'e:1', { class: 'service' });
  const link = linkIn((await mailsTo(yardpack, customer, /A word/))[0]?.text) ?? '';
  await yardpack.app.inject({ method: 'POST', url: link, headers: oneClick, payload: '' });
  const moved = { ...customer, email: 'another.address@example.com' };
  const { profile } = (await yardpack.call('getProfile', { as, params })).body;
  await yardpack.call('updateProfile', { as, params, body: { ...profile, email: moved.email } });
  await yardpack.drain();
  const [mail] = await mailsTo(yardpack, moved, /./);
  const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  expect((await yardpack.call('confirmSignUp', { body: { token, userId: customer.userId } })).status).toBe(200);
  await send(yardpack, moved, 'e:2', { class: 'service' });
  await send(yardpack, moved, 'e:3', { class: 'bill' });
  expect((await mailsTo(yardpack, moved, /A word/)).map(({ text }) => /about your \w+/.exec(text)?.[0])).toEqual([
    'about your money',
  ]);
  const after = (await yardpack.call('getProfile', { as, params })).body.profile;
  expect([after.email, after.mailsEnded]).toEqual([moved.email, true]);
  const worker = {
    ...after,
    userId: customer.userId,
    profileType: 'PROFILE_TYPE_WORKER',
    birthday: { year: 1990, month: 1, day: 1 },
  };
  const { streetAddress1, city, state, zipCode } = signUpBody('PROFILE_TYPE_CUSTOMER');
  const where = { streetAddress1, city, state, zipCode, country: 'US' };
  const added = await yardpack.call('createProfile', {
    as,
    params: { userId: customer.userId },
    body: { ...worker, ...where } as never,
  });
  expect(added.status).toBe(200);
  await send(yardpack, moved, 'e:4', { class: 'service' });
  expect(await mailsTo(yardpack, moved, /A word/)).toHaveLength(1);
  const { profile: newest } = (await yardpack.call('getProfile', { as, params })).body;
  await yardpack.call('updateProfile', { as, params, body: { ...newest, mailsAgreed: true } });
  await send(yardpack, moved, 'e:5', { class: 'service' });
  expect(await mailsTo(yardpack, moved, /A word/)).toHaveLength(2);
});

test('the link of a mail to the address before ends mails at the address of now too, and brings them back there', async ({
  yardpack,
}) => {
  const customer = await buildCustomer(yardpack);
  const as = customer.accessToken;
  const params = { profileId: customer.profileId };
  const post = async (url: string) =>
    (await yardpack.app.inject({ method: 'POST', url, headers: oneClick, payload: '' })).body;
  const profileNow = async () => (await yardpack.call('getProfile', { as, params })).body.profile;
  await send(yardpack, customer, 'f:1', { class: 'service' });
  const link = linkIn((await mailsTo(yardpack, customer, /A word/))[0]?.text) ?? '';
  const moved = { ...customer, email: 'address.of.now@example.com' };
  await yardpack.call('updateProfile', { as, params, body: { ...(await profileNow()), email: moved.email } });
  await yardpack.drain();
  const token = /token=([\w-]+)/.exec((await mailsTo(yardpack, moved, /./))[0]?.text ?? '')?.[1] ?? '';
  expect((await yardpack.call('confirmSignUp', { body: { token, userId: customer.userId } })).status).toBe(200);
  expect((await profileNow()).mailsEnded).toBeUndefined();

  const asked = (await yardpack.app.inject(link)).body;
  const ended = await post(link);
  for (const page of [asked, ended]) {
    expect(page).toContain('to the email address that your account has now');
    // Whoever has the mailbox of before is not told it.
    expect(page).not.toContain(moved.email);
  }
  expect((await profileNow()).mailsEnded).toBe(true);
  await send(yardpack, moved, 'f:2', { class: 'service' });
  await send(yardpack, moved, 'f:3', { class: 'bill' });
  const words = async () =>
    (await mailsTo(yardpack, moved, /A word/)).map(({ text }) => /about your \w+/.exec(text)?.[0]);
  expect(await words()).toEqual(['about your money']);

  expect(await post(`${link}?back=1`)).toContain('to the email address that your account has now again');
  expect((await profileNow()).mailsEnded).toBeUndefined();
  await send(yardpack, moved, 'f:4', { class: 'service' });
  expect(await words()).toHaveLength(2);

  // What was said at the address of now itself, a mail of before does not take back.
  const linkOfNow = linkIn((await mailsTo(yardpack, moved, /A word/)).map(({ text }) => text).find(linkIn)) ?? '';
  expect(linkOfNow).not.toBe('');
  await post(linkOfNow);
  expect(await post(`${link}?back=1`)).not.toContain('has now');
  expect((await profileNow()).mailsEnded).toBe(true);
});

test('a slip is taken back on the page, and a wrong link says so', async ({ yardpack }) => {
  const customer = await buildCustomer(yardpack);
  await send(yardpack, customer, 'c:1', { class: 'service' });
  const link = linkIn((await mailsTo(yardpack, customer, /A word/))[0]?.text) ?? '';
  await yardpack.app.inject({ method: 'POST', url: link, headers: oneClick, payload: '' });
  const back = await yardpack.app.inject({ method: 'POST', url: `${link}?back=1`, headers: oneClick, payload: '' });
  expect(back.body).toContain('You are back');
  await send(yardpack, customer, 'c:2', { class: 'service' });
  expect(await mailsTo(yardpack, customer, /A word/)).toHaveLength(2);
  for (const method of ['GET', 'POST'] as const) {
    const wrong = await yardpack.app.inject({ method, url: `/unsubscribe/${'x'.repeat(43)}` });
    expect([method, wrong.statusCode]).toEqual([method, 404]);
  }
});

test('what waits when somebody unsubscribes is dropped', async ({ yardpack }) => {
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  await send(yardpack, customer, 'd:1', { class: 'service' });
  const link = linkIn((await mailsTo(yardpack, customer, /A word/))[0]?.text) ?? '';
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_MONDAY']);
  await yardpack.app.inject({ method: 'POST', url: link, headers: oneClick, payload: '' });
  await yardpack.drain();
  expect(await mailsTo(yardpack, customer, /will take care/)).toEqual([]);
});
