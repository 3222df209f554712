import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { relativeTimeLabel } from '#domain/relative-time.ts';
import { buildCustomer, buildEmployee, buildWorker, type Person, testPassword } from '../testing/factories.ts';
import { inquiryBody, inquiryData, sendInquiry } from '../testing/inquiry-factories.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';

let yardpack: TestWorld;
let employee: Person;
beforeEach(async () => {
  yardpack = await createTestWorld();
  employee = await buildEmployee(yardpack);
});
afterEach(() => yardpack.close());

/** Sends an inquiry by somebody of that name. */
async function ask(lastName: string, personal: Parameters<typeof inquiryData>[0] = {}): Promise<string> {
  const inquiryId = randomUUID();
  const data = inquiryData({
    lastName,
    email: `${lastName.toLowerCase().replaceAll(/\W/g, '')}@example.com`,
    ...personal,
  });
  const { status, error } = await sendInquiry(yardpack, inquiryBody(data, { inquiryId }));
  expect(status, JSON.stringify(error)).toBe(200);
  return inquiryId;
}
const list = async (query: { search?: string; state?: 'open' | 'lost' | 'all'; after?: string } = {}) =>
  (await yardpack.call('listInquiries', { as: employee.accessToken, query })).body;
const ids = async (query: Parameters<typeof list>[0] = {}) => (await list(query)).inquiries.map(({ id }) => id);
const mark = (inquiryId: string, answered: boolean) =>
  yardpack.call('updateInquiry', { as: employee.accessToken, params: { inquiryId }, body: { answered } });

const sinceNow = (at: string | null) =>
  at === null ? Number.NaN : Temporal.Instant.from(at).until(yardpack.world.clock.now()).total('seconds');
/** Signs in again, because the session ends when a test moves the clock by days. */
async function signInAgain(): Promise<void> {
  const { username } = employee;
  const { body } = await yardpack.call('signIn', { body: { username, password: testPassword } });
  employee = { ...employee, accessToken: body.accessToken };
}

test('only staff see inquiries and answer them', async () => {
  const inquiryId = await ask('Jones');
  const people = [await buildCustomer(yardpack), await buildWorker(yardpack)];
  for (const as of [undefined, ...people.map(({ accessToken }) => accessToken)]) {
    const expected = as === undefined ? 401 : 403;
    expect((await yardpack.call('listInquiries', { as })).status).toBe(expected);
    expect((await yardpack.call('updateInquiry', { as, params: { inquiryId }, body: { answered: true } })).status).toBe(
      expected,
    );
  }
  expect(await ids({ state: 'open' })).toEqual([inquiryId]);
});

test('pages of 25 hold every inquiry once, newest first, also those of one moment', async () => {
  const sent: string[] = [];
  for (let index = 0; index < 60; index += 1) {
    // Thirty at the same moment, so that the page ends between two of them.
    if (index % 30 === 0) await yardpack.advance('PT1M');
    sent.push(await ask(`Person${index}`));
  }
  const pages: string[][] = [];
  for (let after: string | null = ''; after !== null; ) {
    const { inquiries, next } = await list(after === '' ? {} : { after });
    pages.push(inquiries.map(({ id }) => id));
    after = next;
    // A new inquiry between two pages does not move the list.
    if (pages.length === 1) await ask('Latecomer');
  }
  expect(pages.map(({ length }) => length)).toEqual([25, 25, 10]);
  expect(new Set(pages.flat())).toEqual(new Set(sent));
  expect(new Set(pages.flat().slice(0, 30))).toEqual(new Set(sent.slice(30)));
});

test('search finds parts of name, email, phone, street and subject, and takes wildcards for what they are', async () => {
  const jones = await ask('Jones', { phone: '479.555.0199', streetAddress1: '7 Élan 100% Rd' });
  const smith = await ask('Sm_ith', { firstName: 'Al\\an' });
  const from = 'text-only@example.org';
  await sendInquiry(yardpack, { from, subject: 'Do you mow LAWNS?', message: 'secret-word' });
  const [textOnly] = await ids({ search: from });
  for (const search of [
    'jone',
    'VERA JONES',
    'jones@EXAMPLE.com',
    '(479) 555-0199',
    '5550199',
    '+1 479 555 0199',
    '1-479-555-0199',
    '0199',
    'ÉLAN',
    '100%',
  ]) {
    expect(await ids({ search }), search).toEqual([jones]);
  }
  for (const search of ['sm_i', 'al\\an', 'm_']) expect(await ids({ search }), search).toEqual([smith]);
  expect(await ids({ search: 'lawns' })).toEqual([textOnly]);
  expect(await ids({ search: 'Sign up request' })).toEqual([smith, jones]);
  for (const search of ['%%', 'j%s', 'v_ra', 'secret-word', "' or true --"])
    expect(await ids({ search }), search).toEqual([]);
  expect(await ids({ search: '  ' })).toHaveLength(3);
});

test('an inquiry waits for an answer until it is marked, and may be opened again', async () => {
  const [first, second] = [await ask('First'), await ask('Second')];
  const answered = (await mark(first, true)).body.inquiry;
  expect(answered.id).toBe(first);
  expect(Math.abs(sinceNow(answered.answeredAt))).toBeLessThan(60);
  expect(await ids({ state: 'open' })).toEqual([second]);
  expect(await ids({ state: 'all' })).toEqual([second, first]);
  await yardpack.advance('PT10M');
  expect((await mark(first, true)).body.inquiry.answeredAt).toBe(answered.answeredAt);
  expect((await mark(first, false)).body.inquiry.answeredAt).toBeNull();
  expect(await ids({ state: 'open' })).toEqual([second, first]);
  expect((await mark(randomUUID(), true)).status).toBe(404);
  expect((await mark('nonsense', true)).status).toBe(400);
});

test('an answer is due after two business days, and overdue from then on until it is given', async () => {
  // A Friday, 10 in the morning in north-west Arkansas.
  await yardpack.advance('2027-03-12T16:00:00Z');
  const inquiryId = await ask('Friday');
  const only = async () => {
    await signInAgain();
    const { inquiries } = await list();
    return inquiries[0];
  };
  const inquiry = await only();
  // Tuesday, 10 in the morning; the clocks went forward on Sunday.
  const due = inquiry?.receivedAt.replace('2027-03-12T16:', '2027-03-16T15:') ?? '';
  expect(inquiry).toMatchObject({ answerDueAt: due, isOverdue: false });
  await yardpack.advance(Temporal.Instant.from(due).subtract({ minutes: 1 }).toString());
  expect((await only())?.isOverdue).toBe(false);
  await yardpack.advance('PT1M');
  expect((await only())?.isOverdue).toBe(true);
  await mark(inquiryId, true);
  expect((await only())?.isOverdue).toBe(false);
  // By the business's clock, whatever time it is at the desk.
  expect(relativeTimeLabel(inquiry?.receivedAt ?? '', (await list()).now)).toBe('4 days ago');
});

test('what is overdue stands first, longest waiting first, then the others, newest first; pages hold each once, also of what falls due between them', async () => {
  // A Friday, 10 in the morning.
  await yardpack.advance('2027-03-12T16:00:00Z');
  await signInAgain();
  const sendEach = async (name: string, count: number, pause: string) => {
    const sent: string[] = [];
    for (let index = 0; index < count; index += 1) {
      sent.push(await ask(`${name}${index}`));
      await yardpack.advance(pause);
    }
    return sent;
  };
  const early = await sendEach('Early', 28, 'PT1M');
  await yardpack.advance('2027-03-12T23:00:00Z');
  const late = await sendEach('Late', 3, 'PT1M');
  // On Tuesday, an hour after what came at ten on Friday was due, and before what came at five.
  await yardpack.advance('2027-03-16T16:00:00Z');
  await signInAgain();
  const fresh = await sendEach('Fresh', 2, 'PT1M');
  const [answered = '', lost = ''] = [early[3], early[5]];
  await mark(answered, true);
  const loss = { inquiryId: lost };
  await yardpack.call('loseInquiry', { as: employee.accessToken, params: loss, body: { reason: 'no-answer' } });
  const waiting = early.filter((id) => id !== answered && id !== lost);
  const open = [...waiting, ...fresh.toReversed(), ...late.toReversed()];
  const pagesOf = async (query: Parameters<typeof list>[0], between = () => Promise.resolve()) => {
    const found: string[] = [];
    for (let after: string | null = ''; after !== null; await between()) {
      const { inquiries, next } = await list({ ...query, ...(after && { after }) });
      found.push(...inquiries.map(({ id }) => id));
      after = next;
    }
    return found;
  };
  expect((await list({ state: 'open' })).inquiries.map(({ isOverdue }) => isOverdue)).not.toContain(false);
  expect(await pagesOf({ state: 'open' })).toEqual(open);
  expect(await pagesOf({ state: 'open', search: 'example.com' })).toEqual(open);
  // Answered ones stand where they came, among the others.
  expect(await pagesOf({ state: 'all' })).toEqual([...open, lost, answered]);
  expect(await pagesOf({})).toEqual([...open, lost, answered]);
  expect(await ids({ state: 'lost' })).toEqual([lost]);
  // What came late on Friday falls due between two pages.
  let isLater = false;
  const found = await pagesOf({ state: 'open' }, async () => {
    if (isLater) return;
    isLater = true;
    await yardpack.advance('2027-03-16T22:30:00Z');
    await signInAgain();
  });
  expect(found).toEqual(open);
  expect((await ids({ state: 'open' })).slice(0, 25)).toEqual(waiting.slice(0, 25));
  expect(await pagesOf({ state: 'open' })).toEqual([...waiting, ...late, ...fresh.toReversed()]);
});
