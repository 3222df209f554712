import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect } from 'vitest';
import { businessDay } from '#domain/calendar.ts';
import { type ConsentPurpose, consentPurposes, purposeOf } from '#domain/consents.ts';
import { type MessageClass, messageClasses } from '#domain/correspondence.ts';
import type { NotificationPreference } from '#domain/enums.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import { users } from '../database/schema/accounts.ts';
import { consents } from '../database/schema/consents.ts';
import { messages } from '../database/schema/messages.ts';
import type { Caller } from '../http/access.ts';
import { addProfile, getProfile, updateProfile } from '../profiles/service.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';
import type { World } from '../world.ts';
import { deliverDueMessages } from './deliver.ts';
import { takeInbound } from './inbound.ts';
import { NumberRefusedError } from './refused.ts';
import { tell } from './service.ts';

/** `npm test` tries the first of them, which takes some seconds. */
const sequences = Number(process.env.SEQUENCES ?? 150);
/** The same in each run of `npm test`; more sequences are other ones each time. It stands in the test's name, so that no failure loses it. */
const seed = Number(process.env.SEED ?? (sequences > 1000 ? Math.trunc(Math.random() * 2 ** 31) : 18));

const numbers = ['+14795550151', '+14795550152'];
const textsOf = {
  stop: ['STOP', 'please stop', 'Opt-out'],
  start: ['START', 'unstop'],
  other: ['HELP', 'Stop by the gate'],
};

type Preference = Exclude<NotificationPreference, 'NOTIFICATION_PREFERENCE_UNKNOWN'>;
type Form = { person: number; number: string; preference: Preference; offers: boolean | undefined };
type Step =
  | ({ kind: 'form' } & Form)
  | { kind: 'text'; number: string; words: string }
  | { kind: 'event'; person: number; class: MessageClass }
  | { kind: 'deliver'; stoppedAtCarrier: string | null };

// More people than numbers, so that some share one.
const person = fc.nat({ max: 2 });
const number = fc.constantFrom(...numbers);
const preference = fc.constantFrom<Preference>(
  'NOTIFICATION_PREFERENCE_EMAIL',
  'NOTIFICATION_PREFERENCE_TEXT',
  'NOTIFICATION_PREFERENCE_EMAIL_TEXT',
);
const offers = fc.option(fc.boolean(), { nil: undefined });
const words = fc.constantFrom(...Object.values(textsOf).flat());
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('form' as const), person, number, preference, offers }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('text' as const), number, words }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('event' as const), person, class: fc.constantFrom(...messageClasses) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('deliver' as const), stoppedAtCarrier: fc.option(number, { freq: 4 }) }),
  },
);

/** What must be so, told in the plainest way: what forms have last said of each number, and whether its phone has stopped texts. */
class Rules {
  agreed = new Map(numbers.map((one) => [one, new Set<ConsentPurpose>()]));
  /** Who has ticked offers, at which number: each for themselves. */
  offers = new Set<string>();
  stopped = new Set<string>();
  people = new Map<number, Form>();
  waiting: { event: number; number: string; person: number; purpose: ConsentPurpose }[] = [];
  texted = new Set<number>();
  /** Events that somebody must have heard of, by text or by mail. */
  due = new Set<number>();

  form(form: Form): void {
    const before = this.people.get(form.person);
    this.people.set(form.person, form);
    const wantsTexts = form.preference !== 'NOTIFICATION_PREFERENCE_EMAIL';
    if (before && before.preference !== 'NOTIFICATION_PREFERENCE_EMAIL') {
      const isGivenUp = before.number !== form.number || !wantsTexts;
      const isAnothers = [...this.people].some(
        ([one, other]) =>
          one !== form.person && other.number === before.number && other.preference !== 'NOTIFICATION_PREFERENCE_EMAIL',
      );
      if (isGivenUp) this.takeOffers(form.person, before.number);
      if (isGivenUp && !isAnothers) this.take(before.number, ['account', 'service']);
    }
    if (!wantsTexts) return;
    for (const purpose of ['account', 'service'] as const) this.agreed.get(form.number)?.add(purpose);
    if (form.offers) this.offers.add(`${form.person} ${form.number}`);
    if (before && form.offers === false) this.takeOffers(form.person, form.number);
  }

  takeOffers(who: number, from: string): void {
    this.offers.delete(`${who} ${from}`);
    this.waiting = this.waiting.filter(
      (one) => one.person !== who || one.number !== from || one.purpose !== 'marketing',
    );
  }

  take(from: string, purposes: readonly ConsentPurpose[]): void {
    for (const purpose of purposes) this.agreed.get(from)?.delete(purpose);
    this.drop(from, purposes);
  }

  stop(from: string): void {
    this.stopped.add(from);
    this.drop(from, consentPurposes);
  }

  drop(from: string, purposes: readonly ConsentPurpose[]): void {
    this.waiting = this.waiting.filter((one) => one.number !== from || !purposes.includes(one.purpose));
  }

  event(event: number, who: number, messageClass: MessageClass): void {
    const reader = this.people.get(who);
    if (!reader) return;
    const purpose = purposeOf[messageClass];
    // Nobody has agreed to offers by mail.
    if (purpose !== 'marketing') this.due.add(event);
    const { number: to, preference: how } = reader;
    const hasAgreed = purpose === 'marketing' ? this.offers.has(`${who} ${to}`) : this.agreed.get(to)?.has(purpose);
    if (how !== 'NOTIFICATION_PREFERENCE_EMAIL' && hasAgreed && !this.stopped.has(to))
      this.waiting.push({ event, number: to, person: who, purpose });
  }

  deliver(stoppedAtCarrier: string | null): void {
    for (const { event, number: to, person: who } of this.waiting) {
      // Who has another number now, or wants no texts, is told by mail, also if another person's consent keeps the number.
      const reader = this.people.get(who);
      if (reader?.number !== to || reader.preference === 'NOTIFICATION_PREFERENCE_EMAIL') continue;
      if (to === stoppedAtCarrier) this.stopped.add(to);
      else this.texted.add(event);
    }
    this.waiting = [];
  }
}

type People = Map<number, { profileId: string; caller: Caller }>;

/**
 * Does a sequence in earnest, with people and numbers of its own.
 * @param own gives a number of the rules a number that no other sequence has
 * @returns what arrived, by the numbers of the events
 */
async function play(world: World, name: string, own: (number: string) => string, steps: Step[]) {
  const noon = businessDay(world.clock.now())
    .add({ days: 1 })
    .toZonedDateTime({ timeZone: businessTimeZone, plainTime: '12:00' })
    .toInstant();
  let seconds = 0;
  let stoppedAtCarrier: string | null = null;
  const texted = new Set<number>();
  const mailed = new Set<number>();
  const eventIn = (text: string) => Number(/event (\d+)\./.exec(text)?.[1] ?? -1);
  const inside: World = {
    ...world,
    clock: { now: () => noon.add({ seconds }) },
    sendMail: async ({ text }) => void mailed.add(eventIn(text)),
    sendText: async ({ to, text }) => {
      if (stoppedAtCarrier && to === own(stoppedAtCarrier) && eventIn(text) >= 0)
        throw new NumberRefusedError('stopped', '21610', 'Opted out');
      texted.add(eventIn(text));
    },
  };
  const people: People = new Map();
  for (const [event, one] of steps.entries()) {
    seconds += 1;
    if (one.kind === 'form') await fillIn(inside, name, people, { ...one, number: own(one.number) });
    else if (one.kind === 'text') {
      const from = own(one.number);
      const providerId = randomUUID();
      await takeInbound(inside, { provider: 'twilio', providerId, from, to: '+14795550100', text: one.words });
    } else if (one.kind === 'deliver') {
      ({ stoppedAtCarrier } = one);
      await deliverDueMessages(inside);
    } else {
      const reader = people.get(one.person);
      if (!reader) continue;
      const words = `This is event ${event}.`;
      const letter = { subject: 'News', paragraphs: [words], short: words };
      const profile = await getProfile(inside, reader.profileId);
      await inside.database.transaction((transaction) =>
        tell(inside, transaction, `${name}:${event}`, { ...profile, profileId: profile.id }, letter, one),
      );
    }
  }
  return { texted, mailed };
}

async function fillIn(
  world: World,
  name: string,
  people: People,
  { person: who, number: phone, preference: notificationPreference, offers: marketingTexts }: Form,
): Promise<void> {
  const reader = people.get(who);
  const choice = { phone, notificationPreference, marketingTexts };
  if (reader) {
    const profile = await getProfile(world, reader.profileId);
    await updateProfile(world, reader.caller, reader.profileId, { ...profile, ...choice });
    return;
  }
  const email = `person-${who}@${name}.example`;
  const now = world.clock.now();
  const user = { id: randomUUID(), username: email, email, passwordHash: '', createdAt: now, confirmedAt: now };
  const details = { profileType: 'PROFILE_TYPE_CUSTOMER', firstName: 'Pat', lastName: 'Lee', isDefault: true } as const;
  const profileId = await world.database.transaction(async (transaction) => {
    await transaction.insert(users).values(user);
    return (await addProfile(world, transaction, user, { ...details, ...choice, birthdayField: 'birthdate' })).id;
  });
  const profiles = [{ id: profileId, type: 'PROFILE_TYPE_CUSTOMER', staffRole: null } as const];
  people.set(who, { profileId, caller: { userId: user.id, sessionId: randomUUID(), profiles } });
}

/** @returns texts that went out without a consent that was given for them, at their number */
async function unproved({ database }: World) {
  const sent = await database
    .select({ message: messages, consent: consents })
    .from(messages)
    .leftJoin(consents, eq(consents.id, messages.consentId))
    .where(and(eq(messages.channel, 'text'), eq(messages.outcome, 'sent'), eq(messages.basis, 'consent')));
  return sent.filter(
    ({ message, consent }) =>
      consent?.kind !== 'given' ||
      consent.isStopped ||
      consent.address !== message.recipient ||
      consent.purpose !== purposeOf[message.class] ||
      (consent.purpose === 'marketing' && consent.profileId !== message.profileId),
  );
}

test(`in ${sequences} sequences (SEED=${seed}) of sign-ups, other numbers, STOP, START and events at random no text goes out without a consent, and nobody is left untold`, {
  timeout: 60_000 + sequences * 200,
}, async ({ yardpack: { world } }) => {
  const [one = ''] = numbers;
  const sequence = fc.array(step, { minLength: 3, maxLength: 14 }).map((steps): Step[] => [
    // Somebody gets texts from the start; the others sign up when it comes to them.
    { kind: 'form', person: 0, number: one, preference: 'NOTIFICATION_PREFERENCE_TEXT', offers: true },
    ...steps,
    { kind: 'deliver', stoppedAtCarrier: null },
  ]);
  const seen = { texts: 0, mails: 0 };
  let played = 0;
  const property = fc.asyncProperty(sequence, async (steps) => {
    const rules = new Rules();
    for (const [event, one] of steps.entries()) {
      if (one.kind === 'form') rules.form(one);
      else if (one.kind === 'event') rules.event(event, one.person, one.class);
      else if (one.kind === 'deliver') rules.deliver(one.stoppedAtCarrier);
      else if (textsOf.stop.includes(one.words)) rules.stop(one.number);
      else if (textsOf.start.includes(one.words)) rules.stopped.delete(one.number);
    }
    const nth = String(played++).padStart(6, '0');
    const own = (one: string) => `+1479${numbers.indexOf(one)}${nth}`;
    const { texted, mailed } = await play(world, `sequence-${nth}`, own, steps);
    const told = [...texted].filter((event) => event >= 0);
    expect(told.toSorted()).toEqual([...rules.texted].toSorted());
    expect([...rules.due].filter((event) => !texted.has(event) && !mailed.has(event))).toEqual([]);
    seen.texts += told.length;
    seen.mails += mailed.size;
  });
  await fc.assert(property, {
    numRuns: sequences,
    endOnFailure: sequences > 1000,
    seed,
  });
  expect(await unproved(world)).toEqual([]);
  // It would prove nothing if nothing was sent.
  expect(seen.texts).toBeGreaterThan(sequences / 50);
  expect(seen.mails).toBeGreaterThan(sequences / 50);
});
