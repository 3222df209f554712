import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildEmployee, type Person } from '../testing/factories.ts';
import { inquiryBody, inquiryData, sendInquiry } from '../testing/inquiry-factories.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';

let yardpack: TestWorld;
let employee: Person;
beforeAll(async () => {
  yardpack = await createTestWorld();
  employee = await buildEmployee(yardpack);
});
afterAll(() => yardpack.close());

const send = (body: object) => sendInquiry(yardpack, body);
const found = async (search: string) =>
  (await yardpack.call('listInquiries', { as: employee.accessToken, query: { search } })).body.inquiries;
const outbox = async () => await (await yardpack.app.inject('/sandbox/messages.json?limit=1000')).json();
const mailsAbout = async (
  email: string,
): Promise<{ to: string; subject: string; replyTo: string; text: string; html: string }[]> =>
  (await outbox()).filter(
    (mail: { to: string; replyTo: string | null }) => mail.to === email || mail.replyTo === email,
  );
const newEmail = () => `visitor-${randomUUID()}@example.com`;

test('an inquiry is kept, mailed to the business with the visitor to answer to, and confirmed to the visitor', async () => {
  const email = newEmail();
  const data = inquiryData({ email });
  expect((await send(inquiryBody(data, { inquiryId: randomUUID() }))).status).toBe(200);
  await yardpack.drain();
  const mails = await mailsAbout(email);
  expect(mails).toHaveLength(2);
  const toBusiness = mails.find((mail) => mail.to === yardpack.world.config.CONTACT_EMAIL);
  expect(toBusiness).toMatchObject({ subject: 'Sign Up Request [Vera Visitor]', replyTo: email });
  for (const value of [
    '(479) 555-0188',
    '12 Oak St',
    'Bentonville',
    '72712',
    'A friend',
    'Text and Email',
    'Gate on the left',
    'Beagle',
    'Shy',
    'Twice a week',
  ]) {
    expect(toBusiness?.text).toContain(value);
    expect(toBusiness?.html).toContain(value);
  }
  expect(toBusiness?.text).toContain(
    `"Vera","Visitor","${email}","(479) 555-0188","12 Oak St","","Bentonville","Arkansas","United States","72712","A friend","Text and Email","Gate on the left","Beagle","2","Shy","Pug","1","","Twice a week"`,
  );
  const toVisitor = mails.find((mail) => mail.to === email);
  expect(toVisitor).toMatchObject({ subject: 'We got your message', replyTo: yardpack.world.config.CONTACT_EMAIL });
  expect(toVisitor?.text).toContain('Hi Vera,');
  expect(toVisitor?.text).toContain('in the next 2 business days');
  const [inquiry] = await found(email);
  expect(inquiry).toMatchObject({
    from: email,
    subject: 'Sign Up Request [Vera Visitor]',
    data: { ...data, personal: { ...data.personal, phone: '+14795550188' } },
    answeredAt: null,
  });
});

test('the mail is built from the data, whatever subject and message came along', async () => {
  const email = newEmail();
  await send(
    inquiryBody(inquiryData({ email }), { subject: 'You won', message: '<a href="https://evil.example">Click</a>' }),
  );
  await yardpack.drain();
  expect(JSON.stringify(await mailsAbout(email))).not.toMatch(/You won|evil\.example/);
  expect(JSON.stringify(await found(email))).not.toMatch(/You won|evil\.example/);
});

test('without data the subject and the message are kept and mailed as text', async () => {
  const from = newEmail();
  const message = '<h1>Hello</h1>\n<script>alert(1)</script>';
  expect((await send({ from, subject: 'A <b>question</b>', message })).status).toBe(200);
  await yardpack.drain();
  const mails = await mailsAbout(from);
  const toBusiness = mails.find((mail) => mail.replyTo === from);
  expect(toBusiness?.subject).toBe('A <b>question</b>');
  expect(toBusiness?.html).toContain('&lt;h1&gt;Hello&lt;/h1&gt;\n&lt;script&gt;');
  expect(toBusiness?.html).not.toMatch(/<script>|<b>question/);
  expect(mails.find((mail) => mail.to === from)?.text).toMatch(/^Thank you for writing/);
  expect((await found(from))[0]).toMatchObject({ subject: 'A <b>question</b>', message, data: null });
});

const personal = (fields: object) => ({ personal: { ...inquiryData().personal, ...fields } });
const pets = (fields: object) => ({ pets: [{ breed: 'Beagle', count: 1, ...fields }] });
const email = 'Invalid email address';
const phone = 'Invalid phone number';
const zip = 'Invalid zip code';
const city = 'City is required';
test.each<[where: string, message: string | undefined, part: object]>([
  ['personal.firstName', 'First name is required', personal({ firstName: ' ' })],
  ['personal.firstName', 'First name is required', personal({ firstName: undefined })],
  ['personal.firstName', 'Please use at most 200 characters.', personal({ firstName: 'x'.repeat(201) })],
  ['personal.firstName', 'First name is required', personal({ firstName: '\u200b\ufeff' })],
  ['personal.lastName', 'Last name is required', personal({ lastName: '' })],
  ...['', 'vera', 'vera@example', 'a@b.c, d@e.f', 'vera@example.com\r\nBcc: x@y.z', '"v"@example.com'].map(
    (value): [string, string, object] => ['personal.email', email, personal({ email: value })],
  ),
  ...['', '555', '479555018', '47955501888', '123-456-7890', '(800) 555-0142', '479 555 0188 x2', 'phone number'].map(
    (value): [string, string, object] => ['personal.phone', phone, personal({ phone: value })],
  ),
  ['personal.streetAddress1', 'Street address is required', personal({ streetAddress1: '' })],
  ['personal.city', city, personal({ city: '' })],
  ['personal.city', city, personal({ city: 'tulsa' })],
  ['personal.stateProvince', 'State/Province is required', personal({ stateProvince: 'OK' })],
  ['personal.country', 'Country is required', personal({ country: '' })],
  ...[0, -1, 72712.5, 100_000, '72712', null, 74101, 72756].map((zipPostal): [string, string, object] => [
    'personal.zipPostal',
    zip,
    personal({ zipPostal }),
  ]),
  ['personal.referral', 'Please tell us how you found out about us.', personal({ referral: '\n' })],
  ['yard.details', 'Please describe the entrance to your yard.', { yard: { details: '' } }],
  ['pets.0.breed', 'Breed is required', pets({ breed: '' })],
  ['pets.0.count', undefined, pets({ count: 0 })],
  ['pets.0.count', undefined, pets({ count: 9 })],
  ['pets.0.count', undefined, pets({ count: 1.5 })],
  ['pets.0.details', 'Please use at most 1000 characters.', pets({ details: 'x'.repeat(1001) })],
  ['pets', undefined, { pets: [] }],
  ['pets', 'Please list at most 20 pets.', { pets: Array(1000).fill({ breed: 'Beagle', count: 1 }) }],
  ['schedule.frequency', undefined, { schedule: { frequency: 'daily' } }],
  ['notification.communicationPreference', undefined, { notification: { communicationPreference: 'fax' } }],
])('data.%s is refused: %s (%#)', async (where, message, part) => {
  const address = newEmail();
  const data = { ...inquiryData({ email: address }), ...part };
  const { status, error } = await send({ ...inquiryBody(inquiryData({ email: address })), data });
  expect([status, error.errorCode]).toEqual([400, 'INVALID_INPUT']);
  const refused = (error.fields ?? []).filter(({ path }) => path === `body.data.${where}`);
  expect(refused, JSON.stringify(error.fields)).not.toEqual([]);
  if (message) expect(refused.map((field) => field.message)).toContain(message);
  await yardpack.drain();
  expect([await found(address), await mailsAbout(address)]).toEqual([[], []]);
});

test.each([
  ['from', email, { from: 'vera' }],
  ['from', email, { from: 'vera@example.com\nBcc: all@example.com' }],
  ['from', 'This is not the email address of the form.', { from: 'other@example.com' }],
  ['subject', 'Subject is required.', { subject: ' ' }],
  ['message', 'Message is required.', { message: '' }],
  ['message', 'Please use at most 50000 characters.', { message: 'x'.repeat(50_001) }],
  ['inquiryId', 'This is not an id.', { inquiryId: '1' }],
])('%s is refused: %s (%#)', async (where, message, part) => {
  const { status, error } = await send({ ...inquiryBody(inquiryData()), ...part });
  expect(status).toBe(400);
  expect(error.fields).toContainEqual({ path: `body.${where}`, message });
});

test('what was pasted with marks that nobody sees is kept without them, and ends no line of a mail', async () => {
  const address = newEmail();
  const data = inquiryData({
    email: ` mailto:${address}\u200b`,
    firstName: 'Ve\u200bra\u00a0\r\nBcc: all@example.com',
    lastName: '\u202eV\u2028isitor\ufeff',
    phone: '\u202d+1\u00a0(479)\u2007555\u20110188\u202c',
    streetAddress1: ' 12\u201314  Oak\u00a0St ',
  });
  data.yard.details = 'Gate\r\non the left\u0000';
  expect((await send({ ...inquiryBody(data), from: address })).status).toBe(200);
  expect((await found(address))[0]).toMatchObject({
    from: address,
    subject: 'Sign Up Request [Vera Bcc: all@example.com V isitor]',
    data: {
      personal: {
        email: address,
        firstName: 'Vera Bcc: all@example.com',
        lastName: 'V isitor',
        phone: '+14795550188',
        streetAddress1: '12-14 Oak St',
      },
      yard: { details: 'Gate\non the left' },
    },
  });
});

test('the longest inquiry that may be written gets through, in whatever script', async () => {
  const data = inquiryData();
  data.pets = Array.from({ length: 20 }, () => ({ breed: 'Mutt', count: 8, details: 'ж'.repeat(1000) }));
  expect((await send({ ...inquiryBody(data), message: '犬'.repeat(50_000) })).status).toBe(200);
});

test('a body of 10 MB is refused', async () => {
  const { status, error } = await send({ ...inquiryBody(inquiryData()), message: 'x'.repeat(10_000_000) });
  expect([status, error.errorCode]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
});

test('neither tags nor formulas get through to the business', async () => {
  const address = newEmail();
  const data = inquiryData({ email: address, firstName: '=cmd|x', lastName: '<script>alert(1)</script>' });
  data.yard.details = '-1+1\n@SUM(A1), "quoted"';
  data.personal.referral = '+1';
  data.personal.streetAddress1 = '@home';
  data.pets[0] = { breed: '"><img src=x onerror=alert(1)>', count: 1, details: '=1,2\r\nFirst name: Eve' };
  expect((await send(inquiryBody(data))).status).toBe(200);
  await yardpack.drain();
  const mails = await mailsAbout(address);
  const mail = mails.find(({ replyTo }) => replyTo === address);
  expect(mail?.html).not.toMatch(/<script|<img src=x/);
  expect(mail?.html).toContain('&quot;&gt;&lt;img src=x onerror=alert(1)&gt;');
  const line = mail?.text.split('\n').find((candidate) => candidate.startsWith('One line: '));
  expect(line).toContain(`"'=cmd|x","<script>alert(1)</script>"`);
  expect(line).toContain(`"'@home"`);
  expect(line).toContain(`"'+1","Text and Email","'-1+1 @SUM(A1), ""quoted"""`);
  expect(line).toContain(`"'=1,2 First name: Eve"`);
  // A further line of a value does not pass for a field of the form.
  expect(mail?.text).toContain('\n  First name: Eve');
  expect(mail?.text).not.toContain('\nFirst name: Eve');
  const confirmation = mails.find(({ to }) => to === address);
  expect(confirmation?.text).toMatch(/^Thank you for writing/);
});

test('half a character is not kept', async () => {
  const address = newEmail();
  const data = inquiryData({ email: address });
  data.yard.details = 'Gate \ud83d';
  expect((await send(JSON.parse(JSON.stringify(inquiryBody(data))))).status).toBe(200);
  expect((await found(address))[0]?.data?.yard.details).toBe('Gate');
});

test('two sends of one form at once, and a retry later, make one inquiry and one mail each', async () => {
  const address = newEmail();
  const body = inquiryBody(inquiryData({ email: address }), { inquiryId: randomUUID() });
  const answers = await Promise.all([
    send(body),
    send(body),
    send({ ...body, inquiryId: body.inquiryId?.toUpperCase() }),
  ]);
  answers.push(await send(body));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  await yardpack.drain();
  expect(await found(address)).toHaveLength(1);
  expect((await mailsAbout(address)).map(({ to }) => to).sort()).toEqual(
    [yardpack.world.config.CONTACT_EMAIL, address].sort(),
  );
});

test('a form whose hidden field is filled in is answered like any other, and dropped', async () => {
  const address = newEmail();
  const { status, body } = await send(
    inquiryBody(inquiryData({ email: address }), { website: 'https://spam.example' }),
  );
  expect([status, body]).toEqual([200, { needsConfirmation: false }]);
  await yardpack.drain();
  expect([await found(address), await mailsAbout(address)]).toEqual([[], []]);
});

test('an inquiry is kept while the mail server is down, and mailed once it is back', async () => {
  const address = newEmail();
  const setFaults = (faults: object[]) =>
    yardpack.app.inject({ method: 'POST', url: '/sandbox/faults.json', payload: { faults } });
  await setFaults([{ service: 'mail', kind: 'fail' }]);
  expect((await send(inquiryBody(inquiryData({ email: address })))).status).toBe(200);
  await yardpack.drain();
  expect([(await found(address)).length, (await mailsAbout(address)).length]).toEqual([1, 0]);
  await setFaults([]);
  await yardpack.advance('PT10M');
  expect(await mailsAbout(address)).toHaveLength(2);
});

test('twelve inquiries in one name make one mail to that mailbox, and twelve to the business', async () => {
  const [name, host] = newEmail().split('@');
  for (let index = 0; index < 12; index += 1) {
    const email = index % 2 ? `${name}@${host}` : `${name?.toUpperCase()}+${index}@${host}`;
    expect((await send(inquiryBody(inquiryData({ email })))).status).toBe(200);
  }
  await yardpack.drain();
  const mails = (await outbox()).filter((mail: { to: string; replyTo: string }) =>
    `${mail.to} ${mail.replyTo}`.toLowerCase().includes(name ?? '-'),
  );
  const toBusiness = mails.filter(({ to }: { to: string }) => to === yardpack.world.config.CONTACT_EMAIL);
  expect([toBusiness.length, mails.length - toBusiness.length]).toEqual([12, 1]);
  const { rows } = await yardpack.world.database.$client.query(
    `select outcome, count(*)::int from messages where dedupe_key like 'inquiry-confirmed:%' and lower(recipient) like $1
     group by outcome order by outcome`,
    [`${name}%`],
  );
  expect(rows).toEqual([
    { outcome: 'dropped', count: 11 },
    { outcome: 'sent', count: 1 },
  ]);
});
