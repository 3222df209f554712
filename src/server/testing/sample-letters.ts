import { daySpanLabel, weekDaysInOrder } from '#domain/calendar.ts';
import { inquirySections } from '#domain/inquiry-text.ts';
import { whyNotTried } from '#domain/payment-failure.ts';
import { footingOf } from '../messages/footing.ts';
import type { Footing, Letter } from '../messages/letter.ts';
import { accountClosedLetter } from '../messages/letters/account-closed.ts';
import { accountOpenLetter } from '../messages/letters/account-open.ts';
import { disconnectedLetter, restrictedLetter } from '../messages/letters/account-restricted.ts';
import { movedYardLetter, officeAddressLetter } from '../messages/letters/address-changed.ts';
import { customerAfterAllLetter } from '../messages/letters/after-all.ts';
import { cardExpiresLetter } from '../messages/letters/card-expires.ts';
import { cardGoneLetter } from '../messages/letters/card-gone.ts';
import { confirmLetter } from '../messages/letters/confirm.ts';
import { creditLetter } from '../messages/letters/credit.ts';
import { removedCreditLetter } from '../messages/letters/credit-removed.ts';
import { openAgainLetter } from '../messages/letters/customer-back.ts';
import { cardsGoneLetter } from '../messages/letters/customer-deleted.ts';
import { awayEndedLetter, customerAwayLetter, workerAwayLetter } from '../messages/letters/days-away.ts';
import { daysOffDeclinedLetter } from '../messages/letters/days-off-declined.ts';
import { paidOutsideLetter } from '../messages/letters/dispute-decided.ts';
import { newEmailLetter } from '../messages/letters/email.ts';
import { emailChangeLetter } from '../messages/letters/email-change.ts';
import { emailChangeEndedLetter, officeChangeEndedLetter } from '../messages/letters/email-change-ended.ts';
import { accountGoneLetter, emailChangedLetter, emailGoneLetter } from '../messages/letters/email-changed.ts';
import { emailConfirmedLetter } from '../messages/letters/email-confirmed.ts';
import { acceptedLetter } from '../messages/letters/engagement-accepted.ts';
import {
  customerStatusLetter,
  endedNamelessLetter,
  endedUnderWayLetter,
  workerStatusLetter,
} from '../messages/letters/engagement-status.ts';
import { factorAddedLetter } from '../messages/letters/factor-added.ts';
import { factorRemovedLetter } from '../messages/letters/factor-removed.ts';
import { factorsTakenLetter } from '../messages/letters/factors-taken.ts';
import { givenBackLetter } from '../messages/letters/given-back.ts';
import { heldUpLetter } from '../messages/letters/held-up.ts';
import { holdReminderLetter } from '../messages/letters/hold-ends.ts';
import {
  customerHolidayLetter,
  workerBackLetter,
  workerCoverLetter,
  workerHolidayLetter,
  workerOffLetter,
  workerOnLetter,
} from '../messages/letters/holiday.ts';
import { workerAfterAllLetter } from '../messages/letters/holiday-taken-back.ts';
import { businessLetter } from '../messages/letters/inquiry.ts';
import { confirmationLetter } from '../messages/letters/inquiry-confirmed.ts';
import { kindEndedLetter } from '../messages/letters/kind-ended.ts';
import { tryLetter } from '../messages/letters/mail-try.ts';
import { movedCardLetter } from '../messages/letters/moved-card.ts';
import { notBilledLetter } from '../messages/letters/not-billed.ts';
import { onTheWayLetter } from '../messages/letters/on-the-way.ts';
import { orderLetter } from '../messages/letters/order-link.ts';
import { passwordChangedLetter } from '../messages/letters/password-changed.ts';
import { confirmPaymentLetter } from '../messages/letters/payment-confirm.ts';
import { declinedLetter } from '../messages/letters/payment-declined.ts';
import { givenUpLetter, notTriedLetter } from '../messages/letters/payment-given-up.ts';
import { payoutFailedLetter } from '../messages/letters/payout-failed.ts';
import { phoneChangedLetter } from '../messages/letters/phone-changed.ts';
import { priceRiseLetter } from '../messages/letters/price-rise.ts';
import { receiptLetter, tipReceiptLetter } from '../messages/letters/receipt.ts';
import { recoveryCodeUsedLetter } from '../messages/letters/recovery-code-used.ts';
import { recoveryCodesLetter } from '../messages/letters/recovery-codes-made.ts';
import { refundFailedLetter, sentBackLetter } from '../messages/letters/refund.ts';
import { resetLetter } from '../messages/letters/reset.ts';
import { resetByTextLetter } from '../messages/letters/reset-by-text.ts';
import { rhythmAskedForYouLetter, rhythmAskedLetter } from '../messages/letters/rhythm-asked.ts';
import { rhythmBackLetter } from '../messages/letters/rhythm-back.ts';
import { rhythmWithdrawnLetter } from '../messages/letters/rhythm-withdrawn.ts';
import { roleChangedLetter } from '../messages/letters/role.ts';
import { stopEmailLetter } from '../messages/letters/stop-email.ts';
import { takenBackLetter } from '../messages/letters/taken-back.ts';
import { answerLetter } from '../messages/letters/text-answer.ts';
import { tipForWorkerLetter } from '../messages/letters/tip.ts';
import { tipFailedLetter } from '../messages/letters/tip-failed.ts';
import { reversedLetter } from '../messages/letters/top-up.ts';
import { unclaimedLetter } from '../messages/letters/unclaimed.ts';
import { unpaidLetter } from '../messages/letters/unpaid.ts';
import { noteLetter } from '../messages/letters/visit-note.ts';
import { reminderLetter } from '../messages/letters/visit-reminder.ts';
import { undoneLetter } from '../messages/letters/visit-skip-undone.ts';
import { couldNotLetter, customerSkippedLetter, workerSkippedLetter } from '../messages/letters/visit-skipped.ts';
import {
  customerMovedLetter,
  workerGivenLetter,
  workerMovedLetter,
  workerTakenLetter,
} from '../messages/letters/visit-told.ts';
import { customerOffLetter, visitsOffLetter, visitsOffNamelessLetter } from '../messages/letters/visit-told-off.ts';
import {
  customerAssignedLetter,
  otherWeekLetter,
  rhythmAcceptedLetter,
  stillLabel,
  stillLabels,
  workerAssignedLetter,
  workerReplacedLetter,
} from '../messages/letters/visit-told-plan.ts';
import { missedLetter } from '../messages/letters/visits-missed.ts';
import { doneLetter } from '../messages/letters/work-completed.ts';
import { approvedLetter, refusedLetter } from '../messages/letters/worker-approval.ts';
import { lostWorkerLetter } from '../messages/letters/worker-lost.ts';
import { writtenOffLetter } from '../messages/letters/written-off.ts';
import { wrongFactorLetter } from '../messages/letters/wrong-factor.ts';
import { aboutWork } from '../messages/service.ts';
import { staysOff } from '../skips/news.ts';
import { inquiryData } from './inquiry-factories.ts';

export type Typed = { firstName: string; workerName: string; productName: string; street: string; reason: string };

const typical: Typed = {
  firstName: 'Carla',
  workerName: 'Ada L.',
  productName: 'Weekly yard cleanup',
  street: '12 N. Oak St',
  reason: 'The gate was locked.',
};

/**
 * One of each kind of letter, for looking at and for what holds of all of them.
 * @param typed what people typed into it
 */
export function sampleLetters(typed: Partial<Typed> = {}): Record<string, Letter> {
  const words = { ...typical, ...typed };
  const id = '019aa000-0000-7000-8000-00000000c0de';
  const url = `https://business.example/customers/${id}/engagements/${id}`;
  const about = { ...words, yard: words.street, url, customerName: words.firstName, day: undefined, hasGoneOn: true };
  const day = Temporal.PlainDate.from('2026-11-23');
  const manyDays = [0, 3, 7, 10, 14, 17, 21, 24].map((days) => day.add({ days }));
  const none = { owing: 0, onItsWay: 0, next: undefined };
  const profileUrl = `https://business.example/profiles/${id}`;
  const bill = {
    number: 'Y-2026-000123',
    amount: 1500,
    creditUsed: 0,
    visits: [{ date: day, kind: 'visit' as const }],
    card: 'Visa (4242)',
  };
  const refund = { number: bill.number, amount: 333, reason: words.reason };
  const tip = { amount: 500, date: day, workerName: 'Ada' };
  const wayBill = { ...bill, amount: 500, visits: [{ date: day, kind: 'way' as const }] };
  const lead = { url };
  const order = { ...words, rhythm: '1 visit, every 2 weeks', price: 1500 };
  const cardLink = `https://business.example/card-link?token=${'k'.repeat(43)}`;
  const call = { call: 'call us at (800) 555-0142' };
  const takenBack = { sentence: 'Your bank took the payment back.', call: call.call };
  const payer = {
    ...words,
    profileId: id,
    userId: id,
    email: 'carla@example.com',
    phone: '+14795550111',
    notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL_TEXT',
    engagementStatus: 'ENGAGEMENT_STATUS_RUNNING',
    isClosed: false,
  } as const;
  const next = Temporal.Instant.from('2026-11-24T15:00:00Z');
  const skip = { ...about, date: day, by: 'worker' as const };
  const inquiry = inquiryData({ firstName: words.firstName, streetAddress1: words.street });
  const letters: Record<string, Letter | undefined> = {
    confirm: confirmLetter(words.firstName, url),
    reset: resetLetter('carla', url),
    'reset-by-text': resetByTextLetter('sent', url),
    'reset-by-text-stopped': resetByTextLetter('stopped', url),
    'reset-by-call': resetByTextLetter('none', url),
    'new-email': newEmailLetter(url, false),
    'email-change': emailChangeLetter(url, false),
    'email-change-by-office': emailChangeLetter(url, true),
    'stop-email': stopEmailLetter(url),
    'email-change-ended': emailChangeEndedLetter(url),
    'email-change-ended-office': officeChangeEndedLetter(url, true),
    'email-gone': emailGoneLetter(url, '4795550111'),
    'account-gone': accountGoneLetter(url),
    'email-changed': emailChangedLetter(url, true, call.call),
    'email-confirmed': emailConfirmedLetter(url, call.call),
    'phone-changed': phoneChangedLetter(url, call.call),
    'password-changed': passwordChangedLetter(url, true, call.call),
    'role-changed': roleChangedLetter('office', url),
    'worker-approved': approvedLetter({ ...words, url }),
    'worker-refused': refusedLetter({ ...words, url, wasApproved: false }),
    'approval-taken-back': refusedLetter({ ...words, url, wasApproved: true }),
    'factor-added': factorAddedLetter('passkey', url),
    'factor-removed': factorRemovedLetter('code-app', url),
    'recovery-codes': recoveryCodesLetter(url),
    'recovery-code-used': recoveryCodeUsedLetter(9, url),
    'wrong-factor': wrongFactorLetter(url),
    'factors-taken': factorsTakenLetter('lost', url),
    'account-closed': accountClosedLetter(url),
    'account-open': accountOpenLetter([`“${words.productName}” at ${words.street}`], url),
    'open-for-worker': openAgainLetter({ ...about, services: [about] }),
    accepted: acceptedLetter(about, { weekDays: weekDaysInOrder.slice(0, 3), interval: 2, first: day }),
    'accepted-later': acceptedLetter(about, { weekDays: [], interval: 1, first: undefined }),
    'other-week': otherWeekLetter(
      about,
      [day, day.add({ days: 14 }), day.add({ days: 28 })],
      day.subtract({ days: 7 }),
    ),
    'price-rise': priceRiseLetter({ ...about, agreed: 1500, price: 3000 }),
    'office-address': officeAddressLetter({ ...words, url }, '100 Main St, Rogers 72756', words.street),
    'moved-yard': movedYardLetter(
      { ...words, customerName: words.firstName, url },
      '100 Main St, Rogers 72756',
      words.street,
    ),
    'customer-released': customerStatusLetter('ENGAGEMENT_STATUS_PROPOSED', 'worker', about, none),
    'customer-paused': customerStatusLetter('ENGAGEMENT_STATUS_PAUSED', 'employee', about, none),
    'customer-resumed': customerStatusLetter('ENGAGEMENT_STATUS_RUNNING', 'employee', about, { ...none, next: day }),
    'customer-canceled': customerStatusLetter('ENGAGEMENT_STATUS_CANCELLED', 'employee', about, none),
    'own-pause': customerStatusLetter('ENGAGEMENT_STATUS_PAUSED', 'customer', about, { ...none, owing: 4500 }),
    'own-cancel': customerStatusLetter('ENGAGEMENT_STATUS_CANCELLED', 'customer', about, none),
    'own-cancel-owing': customerStatusLetter('ENGAGEMENT_STATUS_CANCELLED', 'customer', about, {
      ...none,
      owing: 4500,
    }),
    unclaimed: unclaimedLetter(about, day),
    reminder: reminderLetter({ ...about, profileUrl }, day, [words]),
    'reminder-of-several': reminderLetter({ ...about, profileUrl }, day, [
      words,
      { ...words, productName: 'Leaf cleanup', street: '5 Elm St', workerName: 'Walt B.' },
    ]),
    'worker-lost': lostWorkerLetter(about),
    'worker-released': workerStatusLetter('ENGAGEMENT_STATUS_PROPOSED', 'employee', about),
    'worker-paused': workerStatusLetter('ENGAGEMENT_STATUS_PAUSED', 'customer', about),
    'worker-resumed': workerStatusLetter('ENGAGEMENT_STATUS_RUNNING', 'customer', about),
    'worker-canceled': workerStatusLetter('ENGAGEMENT_STATUS_CANCELLED', 'customer', about, 'under-way'),
    'worker-visit-off-still': visitsOffLetter(about, [day], staysOff(day.add({ days: 2 }), about.customerName)),
    'worker-visits-off': visitsOffLetter(about, [day, day.add({ days: 7 })]),
    'worker-ended-under-way': endedUnderWayLetter(about, 'ENGAGEMENT_STATUS_CANCELLED'),
    'worker-off-nameless': visitsOffNamelessLetter({ ...about, city: 'Rogers' }, [day]),
    'worker-ended-nameless': endedNamelessLetter({
      ...about,
      city: 'Bella Vista',
      weekDays: ['DAY_OF_WEEK_MONDAY'],
    }),
    'on-the-way': onTheWayLetter(about),
    done: doneLetter(about),
    skipped: customerSkippedLetter(skip),
    'could-not': couldNotLetter(skip, 500),
    'visit-note': noteLetter({ ...words, date: day, text: words.reason, url }),
    missed: missedLetter(about.firstName, [{ ...about, date: day }], url),
    'missed-several': missedLetter(
      about.firstName,
      [7, 9, 11].map((days) => ({ ...about, date: day.add({ days }) })),
      url,
    ),
    moved: customerMovedLetter(
      { ...about, reason: words.reason },
      { day, workerName: words.workerName },
      { day: day.add({ days: 2 }), workerName: 'Walt B.' },
    ),
    'moved-worker': customerMovedLetter(
      { ...about, reason: null },
      { day, workerName: 'Walt B.' },
      { day, workerName: words.workerName },
    ),
    'visit-off': customerOffLetter(about, day),
    'visit-off-still': customerOffLetter(about, day, staysOff(day.add({ days: 2 }), 'our office')),
    'worker-given': workerGivenLetter({ ...about, reason: null }, [day]),
    'worker-given-many': workerGivenLetter({ ...about, reason: null }, manyDays),
    'worker-taken': workerTakenLetter({ ...about, reason: null }, [day]),
    'worker-taken-many': workerTakenLetter({ ...about, reason: null }, manyDays),
    'worker-moved': workerMovedLetter({ ...about, reason: null }, day, day.add({ days: 2 })),
    'days-away': customerAwayLetter({ ...about, next: day.subtract({ days: 2 }) }, [
      { firstDay: day, lastDay: day.add({ days: 7 }) },
      { firstDay: day.add({ days: 14 }), lastDay: day.add({ days: 21 }) },
    ]),
    'worker-days-away': workerAwayLetter(about, [{ firstDay: day, lastDay: day.add({ days: 7 }) }]),
    'rhythm-asked': rhythmAskedLetter(about, { frequency: 2, interval: 1, startDay: day }),
    'rhythm-asked-for-you': rhythmAskedForYouLetter(about, { frequency: 2, interval: 1, startDay: day }),
    'rhythm-withdrawn': rhythmWithdrawnLetter(about),
    'rhythm-back': rhythmBackLetter(about, 'Tuesday and Thursday'),
    'rhythm-accepted': rhythmAcceptedLetter(
      about,
      { frequency: 2, interval: 1, startDay: day },
      { weekDays: ['DAY_OF_WEEK_MONDAY'], still: [] },
    ),
    'days-away-ended': awayEndedLetter({ ...about, next: day }, 'See your next visits', [
      { firstDay: day.add({ days: 14 }), lastDay: day.add({ days: 21 }) },
    ]),
    'hold-ends': holdReminderLetter(about, { firstDay: day, lastDay: day.add({ days: 7 }) }, day.add({ days: 9 })),
    holiday: customerHolidayLetter({ ...about, day, name: 'Thanksgiving' }, [
      { yard: words.street, movedTo: { day: day.add({ days: 1 }), workerName: 'June A.' } },
      { yard: `${words.street} B`, movedTo: null },
    ]),
    'holiday-taken-back': customerAfterAllLetter({ ...about, day, name: 'Thanksgiving' }, [
      { yard: words.street, instead: day.add({ days: 1 }) },
    ]),
    'worker-holiday': workerHolidayLetter({ ...about, day, name: 'Thanksgiving' }, [day.add({ days: 1 }), null]),
    'worker-holiday-taken-back': workerAfterAllLetter({ ...about, day, name: 'Thanksgiving' }, 5, [
      day.add({ days: 1 }),
    ]),
    'worker-off': workerOffLetter(
      { ...about, firstDay: day, lastDay: day.add({ days: 4 }) },
      { moved: [], given: 12, by: 'June A.', leftOut: 2 },
    ),
    'worker-cover': workerCoverLetter({ ...about, firstDay: day, lastDay: day.add({ days: 1 }) }, 'June A.', [
      { day, count: 3 },
      { day: day.add({ days: 1 }), count: 1 },
    ]),
    'worker-back': workerBackLetter({ ...about, firstDay: day, lastDay: day.add({ days: 1 }) }, 'June A.', [
      { day, count: 3 },
    ]),
    'worker-on': workerOnLetter({ ...about, firstDay: day, lastDay: day.add({ days: 4 }) }, 14, []),
    'worker-off-declined': daysOffDeclinedLetter(
      { ...about, when: daySpanLabel({ firstDay: day, lastDay: day.add({ days: 4 }) }) },
      'Theo is off that week, and we can’t cover both routes.',
    ),
    assigned: customerAssignedLetter(about, {
      weekDays: ['DAY_OF_WEEK_MONDAY'],
      ...{ interval: 2, from: day, first: day },
      nobodyOn: [day.subtract({ days: 1 })],
      still: [stillLabel({ day, workerName: 'June A.' }, { day: day.add({ days: 1 }), workerName: 'June A.' })],
    }),
    'worker-assigned': workerAssignedLetter(about, {
      weekDays: ['DAY_OF_WEEK_MONDAY'],
      interval: 1,
      from: day,
      first: day,
      still: stillLabels(
        [{ from: day, to: day.add({ days: 1 }) }],
        [{ from: day.add({ days: 2 }), to: day.add({ days: 3 }) }],
      ),
      holds: [{ firstDay: day, lastDay: day.add({ days: 7 }) }],
    }),
    'worker-replaced': workerReplacedLetter(about, day, true),
    'worker-skipped': workerSkippedLetter({ ...skip, by: 'customer' }),
    'skip-undone': undoneLetter(skip, { label: 'See your next visits', isOver: false }),
    'skip-undone-late': undoneLetter(skip, { label: 'See your next visits', isOver: true }),
    receipt: receiptLetter(payer, bill, lead),
    'receipt-of-a-month': receiptLetter(
      payer,
      {
        ...bill,
        visits: Array.from({ length: 20 }, (_, days) => ({ date: day.add({ days }), kind: 'visit' as const })),
      },
      lead,
    ),
    'receipt-with-credit': receiptLetter(payer, { ...bill, amount: 1000, creditUsed: 500 }, lead),
    'receipt-by-credit': receiptLetter(payer, { ...bill, amount: 0, creditUsed: 1500 }, lead),
    'receipt-for-the-way': receiptLetter(payer, wayBill, lead),
    'declined-for-the-way': declinedLetter(payer, wayBill, { why: 'declined', next, lead }),
    'closed-receipt': receiptLetter(payer, bill, call),
    'closed-declined': declinedLetter(payer, bill, { why: 'declined', next, lead: call }),
    'closed-not-confirmed': declinedLetter(payer, bill, { why: 'not-confirmed', next, lead: call }),
    'closed-given-up': givenUpLetter(payer, bill, {
      why: 'declined',
      isAsked: false,
      isPaused: true,
      lead: call,
    }),
    'closed-confirm-payment': confirmPaymentLetter(payer, bill, call, 7),
    declined: declinedLetter(payer, bill, { why: 'declined', next, lead }),
    'not-confirmed': declinedLetter(payer, bill, { why: 'not-confirmed', next, lead }),
    'wait-stopped': declinedLetter(payer, bill, { why: 'stopped', next, lead }),
    'declined-with-reason': declinedLetter(payer, bill, {
      why: 'declined',
      sentence: 'This is more than we may debit from this account in a week.',
      next,
      lead,
    }),
    'not-tried': notTriedLetter(payer, bill, {
      sentence: whyNotTried('account-short'),
      credit: 0,
      isPaused: true,
      isUnderWay: true,
      lead,
      isRetry: false,
    }),
    'not-tried-again': notTriedLetter(payer, bill, {
      sentence: whyNotTried('account-short'),
      credit: 0,
      isPaused: true,
      lead,
      isRetry: true,
    }),
    'closed-not-tried': notTriedLetter(payer, bill, {
      sentence: whyNotTried('account-closed'),
      credit: 500,
      isPaused: true,
      lead: call,
      isRetry: false,
    }),
    'declined-after-credit': declinedLetter(payer, bill, { why: 'declined', credit: 500, next, lead }),
    'given-up': givenUpLetter(payer, bill, {
      why: 'declined',
      owed: 4500,
      isAsked: false,
      isPaused: true,
      isUnderWay: true,
      lead,
    }),
    'card-expires': cardExpiresLetter(words, { name: 'Visa (4242)', expiresOn: day }, url),
    'card-gone': cardGoneLetter(words, { name: 'Visa (4242)' }, url),
    'kind-ended': kindEndedLetter(words, { name: 'Chase (6789)' }, url),
    credit: creditLetter(words, { amount: 500, balance: 700, reason: words.reason, uses: [] }, url),
    'credit-used': creditLetter(
      words,
      { amount: 500, balance: 0, reason: words.reason, uses: [{ number: bill.number, amount: 500, left: 0 }] },
      url,
    ),
    'credit-closed': creditLetter(
      words,
      { amount: 500, balance: 500, reason: words.reason, uses: [{ number: bill.number, amount: 500, left: 0 }] },
      undefined,
    ),
    'credit-paid-out': removedCreditLetter(
      words,
      { how: 'paid-out', amount: 500, reason: 'Check 1042', balance: 1000 },
      url,
    ),
    'credit-taken-back': removedCreditLetter(
      words,
      { how: 'taken-back', amount: 500, balance: 0, reason: words.reason },
      undefined,
    ),
    'taken-back-over': takenBackLetter(payer, bill, { ...takenBack, isPaused: false, isOver: true, lead }),
    'taken-back': takenBackLetter(payer, bill, { ...takenBack, isPaused: false, lead }),
    'taken-back-paused': takenBackLetter(payer, bill, {
      ...takenBack,
      isPaused: true,
      isUnderWay: true,
      lead,
    }),
    'closed-taken-back': takenBackLetter(payer, bill, { ...takenBack, isPaused: false, lead: call }),
    'sent-back': sentBackLetter(words, refund, lead),
    'refund-failed': refundFailedLetter(words, refund, '(800) 555-0142'),
    'written-off': writtenOffLetter(words, bill, lead),
    'held-up': heldUpLetter(['We are sorry, we missed your visit on Wed, Mar 10.', 'Nothing is charged.'], url),
    'written-off-paused': writtenOffLetter(words, bill, lead, 'unpaid'),
    'paid-outside': paidOutsideLetter(words, { ...bill, taken: 1500, received: 700 }, lead, 'method'),
    'written-off-closed': writtenOffLetter(words, bill, call),
    unpaid: unpaidLetter(words, 1200, [day]),
    'unpaid-why': unpaidLetter(words, 1200, [day], words.reason),
    'moved-card': movedCardLetter(words, bill, lead),
    'moved-card-closed': movedCardLetter(words, bill, call),
    'not-billed': notBilledLetter(words, { amount: 1500, date: day, reason: words.reason }),
    reversed: reversedLetter(words, refund, call.call),
    order: orderLetter(order, { url: cardLink, days: 7, isReminder: false }),
    'order-reminder': orderLetter(order, { url: cardLink, days: 7, isReminder: true }),
    'mail-try': tryLetter('https://business.example/settings'),
    'customer-deleted': cardsGoneLetter(words, url),
    disconnected: disconnectedLetter(words, url),
    restricted: restrictedLetter(words, url),
    'text-answered': answerLetter('The gate is fixed. Thank you!', {
      text: words.reason,
      receivedAt: Temporal.Instant.from('2026-11-30T15:00:00Z'),
    }),
    'given-back': givenBackLetter(words, refund, [day], false),
    'tip-given-back': givenBackLetter(words, refund, [day], true),
    'tip-receipt': tipReceiptLetter(payer, { ...tip, ...bill, amount: 500, lead }),
    'tip-failed': tipFailedLetter(words, { ...tip, why: 'Your card was declined.', lead }),
    'tip-for-worker': tipForWorkerLetter(words, {
      ...tip,
      customerName: words.firstName,
      street: words.street,
      url,
    }),
    'payout-failed': payoutFailedLetter(words, 4800, url),
    'confirm-payment': confirmPaymentLetter(payer, bill, lead, 7),
    'inquiry-confirmed': confirmationLetter(words.firstName, {
      email: 'hello@business.example',
      phone: '(800) 555-0142',
    }),
    inquiry: businessLetter(
      {
        from: inquiry.personal.email,
        subject: 'Sign Up Request [Vera Visitor]',
        sections: inquirySections(
          { ...inquiry, yard: { details: words.reason } },
          { city: 'Rogers', state: 'Arkansas' },
        ),
      },
      day,
    ),
  };
  return Object.fromEntries(Object.entries(letters).flatMap(([name, letter]) => (letter ? [[name, letter]] : [])));
}

const ofAccount =
  /^(confirm|reset|new-email|email-changed?|email-change-by-office|stop-email|email-change-ended(-office)?|password-changed|role-changed|factors?-.*|recovery-.*|wrong-factor|account-(closed|open)|order|worker-(approved|refused)|approval-taken-back|mail-try)$/;
const ofWork =
  /^(worker-(?!(approved|refused|lost)$).*|open-for-worker|rhythm-(asked|withdrawn|back)|moved-yard|tip-for-worker)$/;
const ofMoney =
  /^(receipt.*|closed-.*|declined.*|not-confirmed|not-tried|wait-stopped|given-up|card-(expires|gone)|kind-ended|credit.*|taken-back.*|sent-back|refund-failed|written-off.*|unpaid.*|moved-card.*|not-billed|reversed|customer-deleted|(tip-)?given-back|tip-(receipt|failed)|payout-failed|disconnected|restricted|confirm-payment)$/;
const asked = /^(mail-try|confirm|new-email|order|order-reminder|inquiry-confirmed)$/;

/** @returns what stands at the end of a sample, as where it is told */
export function sampleFooting(name: string, stopUrl: string): Footing {
  const basis = /^(inquiry|email-change-ended-office)$/.test(name)
    ? 'business'
    : asked.test(name)
      ? 'asked'
      : 'consent';
  const isWork = ofWork.test(name);
  const kind = isWork || ofAccount.test(name) ? 'security' : ofMoney.test(name) ? 'bill' : 'service';
  const why = isWork ? { why: aboutWork.why } : {};
  return footingOf({ class: kind, basis, ...why }, basis === 'consent' ? stopUrl : null);
}
