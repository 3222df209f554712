import type Stripe from 'stripe';
import type { CardToReplace } from '#contract/payment-methods.ts';
import { businessDay, calendarDay } from '#domain/calendar.ts';
import { lastDayOfCard, nextNoticeDay, noticeDays, noticeOn } from '#domain/card-expiry.ts';
import type { FailureReason } from '#domain/failure-reasons.ts';
import { whyBlocked } from '#domain/payment-failure.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import type { Transaction } from '../database/connection.ts';
import { keepFindings } from '../findings/store.ts';
import { type Caller, profileIds } from '../http/access.ts';
import { cardExpiresLetter } from '../messages/letters/card-expires.ts';
import { cardGoneLetter } from '../messages/letters/card-gone.ts';
import { kindEndedLetter } from '../messages/letters/kind-ended.ts';
import { tell } from '../messages/service.ts';
import { findAtStripe } from '../stripe/ask.ts';
import { fingerprintOf } from '../stripe/fingerprint.ts';
import { methodName } from '../stripe/method-name.ts';
import type { World } from '../world.ts';
import { endBlocksOfMethod } from './block-store.ts';
import {
  type CardRow,
  deleteCard,
  findSuspect,
  keepCard,
  lockCard,
  type PaidService,
  readForKinds,
  selectCard,
  selectCardsToReplace,
  selectServices,
  takeDueCards,
  updateCard,
} from './card-store.ts';
import { isDeletedAtStripe } from './deleted-customer.ts';
import { selectByStripeCustomer } from './store.ts';

/** At which hour of the business somebody is told. */
const noticeHour = 9;
/** How long a look at a card may take before it is taken for lost. */
const lease = { minutes: 10 };
/** How many cards one sweep looks at: each asks Stripe. */
const mostInOneSweep = 50;

/** Keeps what Stripe says of a card that somebody chooses for a service, and tells the office as `lookAtSaved`. */
export async function learnCard(world: World, userId: string, method: Stripe.PaymentMethod): Promise<void> {
  const card = toCard(world, userId, method);
  await keepCard(world.database, card);
  await reportSuspect(world, card);
}

/** Tells the office of a card that somebody saves, and another's bank has reported as fraud. One that nobody has chosen is not kept. */
async function lookAtSaved(world: World, cardId: string): Promise<void> {
  const method = await findAtStripe(world, (stripe) => stripe.paymentMethods.retrieve(cardId));
  if (typeof method?.customer !== 'string') return;
  const userId = await selectByStripeCustomer(world.database, method.customer);
  if (userId) await reportSuspect(world, toCard(world, userId, method));
}

async function reportSuspect(world: World, card: CardRow): Promise<void> {
  const suspect = await findSuspect(world.database, card);
  if (!suspect) return;
  const finding = { kind: 'card-of-fraud', subject: card.id, profileId: suspect.profileId, detail: card.name } as const;
  await world.database.transaction((transaction) => keepFindings(transaction, [finding], world.clock.now()));
}

/** Looks at the cards that were not read yet or are about to expire, and tells who is served with them. */
export async function lookAtCards(world: World): Promise<void> {
  const { database, clock, log } = world;
  const now = clock.now();
  for (const cardId of await takeDueCards(database, now, now.add(lease), mostInOneSweep)) {
    try {
      await followCard(world, cardId, true);
    } catch (error) {
      // One card in trouble must not hold up the others; it stays due.
      log.warn({ event: 'card-not-read', err: error, cardId }, 'a card could not be looked at; will be tried again');
    }
  }
}

/**
 * Makes what is known of a card follow Stripe, and tells its owner when a live service is left without it. Of one that
 * nobody has chosen it tells the office when it may be fraud (`lookAtSaved`).
 * @param isDue whether it is time to say that it expires
 * @throws ApiError PAYMENT_PROVIDER_UNAVAILABLE
 */
export async function followCard(world: World, cardId: string, isDue = false): Promise<void> {
  const known = await selectCard(world.database, cardId);
  if (!known) return await lookAtSaved(world, cardId);
  const { stripeCustomerId: customer } = known;
  const found = customer
    ? await findAtStripe(world, (stripe) => stripe.customers.retrievePaymentMethod(customer, cardId))
    : undefined;
  // Who was deleted at Stripe is told of that, and not of each card besides.
  const isOfSomebody = !found && customer !== null && !(await isDeletedAtStripe(world, customer));
  await world.database.transaction(async (transaction) => {
    const card = await lockCard(transaction, cardId);
    if (!card) return;
    const services = await selectServices(transaction, card);
    if (!found) return await markGone(world, transaction, card, services, isOfSomebody);
    const now = toCard(world, card.userId, found);
    if (now.isKindEnded) {
      const ended = { ...now, goneAt: card.goneAt ?? now.goneAt };
      return await markKindEnded(world, transaction, ended, services, !card.isKindEnded);
    }
    // Its bank has sent a new one, and Stripe has its new date.
    if (card.expiresOn && now.expiresOn && !now.expiresOn.equals(card.expiresOn)) {
      await endBlocksOfMethod(transaction, cardId, world.clock.now());
    }
    if (!isDue) return await keepCard(transaction, now);
    await updateCard(transaction, now);
    await tellOfExpiry(world, transaction, now, services);
  });
}

/** Keeps that a card is of a kind which is not taken anymore, and tells its owner. */
async function markKindEnded(
  world: World,
  transaction: Transaction,
  card: CardRow,
  [service]: PaidService[],
  isNews: boolean,
): Promise<void> {
  await updateCard(transaction, card);
  if (!service || !isNews) return;
  await tellOfLoss(world, transaction, `kind-ended:${card.id}:${card.goneAt}`, card, service, kindEndedLetter);
}

/** Tells the owner of a card that the service it pays for needs another one. @param event names the news for ever */
async function tellOfLoss(
  world: World,
  transaction: Transaction,
  event: string,
  { name }: CardRow,
  service: PaidService,
  letterOf: typeof cardGoneLetter,
): Promise<void> {
  const url = `${world.publicUrl}/customers/${service.profileId}/engagements/${service.engagementId}`;
  const letter = letterOf(service, { name: name ?? 'saved payment method' }, url);
  await tell(world, transaction, event, service, letter, { class: 'bill' });
}

/**
 * Reads cards again whose kind the business takes no more, or takes again. Call it at the start: the setting may have changed since the
 * last one.
 */
export const lookAtKinds = ({ config, database, clock }: World): Promise<void> =>
  readForKinds(database, config.PAYMENT_METHOD_TYPES, clock.now());

async function markGone(
  world: World,
  transaction: Transaction,
  card: CardRow,
  [service]: PaidService[],
  isNews: boolean,
): Promise<void> {
  if (!service) return await deleteCard(transaction, card.id);
  await updateCard(transaction, { ...card, goneAt: card.goneAt ?? world.clock.now(), dueAt: null });
  // The customer has read already of a card that went with their account at Stripe.
  if (!isNews || (card.goneAt && !card.isKindEnded)) return;
  await tellOfLoss(world, transaction, `card-gone:${card.id}`, card, service, cardGoneLetter);
}

async function tellOfExpiry(world: World, transaction: Transaction, card: CardRow, [service]: PaidService[]) {
  const { id, name, expiresOn, userId } = card;
  const notice = expiresOn && noticeOn(expiresOn, businessDay(world.clock.now()));
  if (!notice || !name || !service) return;
  const url = `${world.publicUrl}/users/${userId}/payment-methods/new`;
  const event = `card-expires:${id}:${expiresOn}:${notice}`;
  await tell(world, transaction, event, service, cardExpiresLetter(service, { name, expiresOn }, url), {
    class: 'bill',
    notAfter: at(expiresOn.add({ days: 1 }), 0),
  });
}

/** @returns the cards of a customer's live services that are gone or expire within the time of the notices */
export async function listCardsToReplace(
  world: World,
  caller: Caller,
  customerProfileId: string,
): Promise<CardToReplace[]> {
  const isOwner = profileIds(caller, 'PROFILE_TYPE_CUSTOMER').includes(customerProfileId);
  const today = businessDay(world.clock.now());
  const until = today.add({ days: noticeDays[0] });
  const rows = await selectCardsToReplace(world.database, customerProfileId, until);
  return rows.map(({ id, name, expiresOn, goneAt, blockedFor }) => {
    const isOver = expiresOn !== null && Temporal.PlainDate.compare(expiresOn, today) < 0;
    return {
      id,
      name: name ?? 'The saved payment method',
      state: goneAt && blockedFor !== kindEnded ? 'gone' : blockedFor ? 'blocked' : isOver ? 'expired' : 'expires',
      blockedWhy: blockedFor && (!goneAt || blockedFor === kindEnded) ? whyBlocked(blockedFor, isOwner) : null,
      expiresOn: expiresOn && calendarDay(expiresOn),
    };
  });
}

/** Whether a way to pay is of a kind that is taken; those that were saved before stay when the setting changes. */
export const isTaken = ({ config }: Pick<World, 'config'>, { type }: Pick<Stripe.PaymentMethod, 'type'>): boolean =>
  config.PAYMENT_METHOD_TYPES.some((taken) => taken === type);

const kindEnded: FailureReason = 'kind-not-taken';

function toCard(world: Pick<World, 'clock' | 'config'>, userId: string, method: Stripe.PaymentMethod): CardRow {
  const { id, type, card } = method;
  const now = world.clock.now();
  const isKindEnded = !isTaken(world, method);
  const known = {
    id,
    userId,
    type,
    isKindEnded,
    name: methodName(method),
    goneAt: isKindEnded ? now : null,
    fingerprint: fingerprintOf(method) ?? null,
  };
  if (!card) return { ...known, expiresOn: null, dueAt: null };
  const expiresOn = lastDayOfCard({ expMonth: card.exp_month, expYear: card.exp_year });
  const next = nextNoticeDay(expiresOn, businessDay(now));
  return { ...known, expiresOn, dueAt: next && !isKindEnded ? at(next, noticeHour) : null };
}

const at = (day: Temporal.PlainDate, hour: number) =>
  day.toZonedDateTime({ timeZone: businessTimeZone, plainTime: { hour } }).toInstant();
