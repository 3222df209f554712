import { randomUUIDv7 } from 'node:crypto';
import type { EndpointName } from '#contract/contract.ts';
import { businessDay, calendarDay, isoWeekOf, weekDayOf } from '#domain/calendar.ts';
import type { Call } from './access-positions.ts';
import { freeWeekDay, type Own, type OwnKey, type Role } from './access-world.ts';
import { codeAt } from './factor-factories.ts';
import { signUpBody, testPassword } from './factories.ts';
import { inquiryBody, inquiryData } from './inquiry-factories.ts';
import { tinyPicture } from './pictures.ts';

/** How an endpoint is called by somebody who may. */
export type AccessInput = {
  /** Who may: anybody, the holder of a refresh cookie, or people with these profiles. */
  as: 'anyone' | 'cookie' | readonly Role[];
  /**
   * The call, with every id that the schemas know, also those that may be left out, from `own`: `ids` finds them in
   * the schemas and looks up by their values what they are of.
   */
  call(own: Own, role: Role, now: Temporal.Instant): Call;
  /** Ids that the client makes, as `body.things.*.id`, with what a stranger's thing of that kind is called in `own`. */
  made?: Record<string, OwnKey>;
  /** How a stranger's id is told from an unknown one on purpose: the error's code, and why. */
  told?: { code: string; why: string };
  /** Ids of another kind that must be refused like unknown ones, besides those that every id is tried with. */
  refuses?: readonly OwnKey[];
  /** Whether staff are held to their own ids too; else they may call it for anybody. */
  staffOwnOnly?: true;
  /** Why nobody who is customer and worker can make this call. */
  onePersonCannot?: string;
  /** Ids at which the caller's other profile, or what belongs to it, may stand as well, and why. */
  otherProfileToo?: { places: readonly string[]; why: string };
};

const everybody = ['customer', 'worker', 'employee'] as const;
const staff = ['employee'] as const;
const street = {
  streetAddress1: '7 New St',
  streetAddress2: '',
  city: 'Rogers',
  state: 'AR',
  zipCode: '72756',
  country: 'US',
} as const;
const product = {
  name: 'Changed',
  description: 'Changed too.',
  billingCycle: 'BILLING_CYCLE_WEEKLY',
  baseCostRetentionPeriod: 10,
  baseCostMultiplier: 2,
} as const;
const anyOwnAddress = {
  places: ['params.addressId', 'body.id'],
  why: 'the addresses of both profiles are the person’s',
};
const anyOwnProfile = {
  places: ['params.profileId', 'body.profileId', 'body.id'],
  why: 'both profiles are the person’s',
};

const preview = () => ({ requestId: randomUUIDv7(), isPreview: true });

/** A month until today. */
const lastDays = (now: Temporal.Instant) => {
  const today = businessDay(now);
  return { from: today.subtract({ days: 30 }).toString(), to: today.toString() };
};

const daysOffOf = ({ workerProfileId, coverProfileId, wishId }: Own, now: Temporal.Instant) => {
  const day = businessDay(now).add({ days: 40 });
  const days = { day: calendarDay(day), lastDay: calendarDay(day.add({ days: 6 })) };
  return { ...days, name: 'Vacation', workerProfileId, toWorkerProfileId: coverProfileId, wishId };
};

const assignmentOf = (own: Own) => ({
  workerProfileId: own.workerProfileId,
  weekDays: [weekDayOf(Temporal.PlainDate.from(own.dueDay))],
  from: dayOf(own.dueDay),
  version: 1,
});

const moveOf = (own: Own) => ({
  date: dayOf(own.dueDay),
  workerProfileId: own.workerProfileId,
  toDate: dayOf(own.dueDay),
  toWorkerProfileId: own.workerProfileId,
});

const changeOf = (own: Own) => {
  const { toDate, toWorkerProfileId, ...seen } = moveOf(own);
  return { ...seen, visitId: own.dueVisitId, to: { date: toDate, workerProfileId: toWorkerProfileId } };
};

const dayOf = (date: string) => calendarDay(Temporal.PlainDate.from(date));

/** The call of an engagement's change: everything as it was agreed, and the transition that this role may make. */
const engagementChange = (own: Own, role: Role) =>
  ({
    customerProfileId: own.customerProfileId,
    productId: own.productId,
    serviceAddressId: own.customerAddressId,
    billingAddressId: own.customerAddressId,
    stripePaymentMethodId: own.stripePaymentMethodId,
    status: role === 'worker' ? 'ENGAGEMENT_STATUS_PROPOSED' : 'ENGAGEMENT_STATUS_PAUSED',
  }) as const;

/**
 * One entry for each endpoint of the contract; the access tests fail for an endpoint without one. To add one: name who
 * may call it, and make a whole call that succeeds from the ids in `own` (a new kind of thing is added to `buildThings`
 * of access-world.ts, so that a stranger has one too).
 */
export const accessInputs: { [Name in EndpointName]?: AccessInput } = {
  getHealth: { as: 'anyone', call: () => ({}) },
  getReady: { as: 'anyone', call: () => ({}) },
  getSystem: { as: staff, call: () => ({}) },
  runSystemCheck: { as: staff, call: () => ({ params: { part: 'payments' } }) },
  letMoneyGoOn: { as: staff, call: () => ({ body: { lost: 0 } }) },
  runJobAgain: { as: staff, call: (own) => ({ params: { jobId: own.jobId } }) },
  getClientConfig: { as: 'anyone', call: () => ({}) },

  signIn: { as: 'anyone', call: (own) => ({ body: { username: own.username, password: testPassword } }) },
  refreshToken: { as: 'cookie', call: () => ({}) },
  signOut: { as: 'cookie', call: () => ({}) },
  listSessions: { as: everybody, staffOwnOnly: true, call: (own) => ({ params: { userId: own.userId } }) },
  endSession: {
    as: everybody,
    staffOwnOnly: true,
    call: (own) => ({ params: { userId: own.userId, sessionId: own.otherSessionId } }),
    otherProfileToo: { places: ['params.sessionId'], why: 'both profiles are the person’s' },
  },

  completeSignIn: {
    as: 'anyone',
    call: (own, _, now) => ({ body: { challenge: own.signInChallenge, code: codeAt(own.codeSecret, now) } }),
  },
  getSecondFactors: { as: staff, staffOwnOnly: true, call: (own) => ({ params: { userId: own.userId } }) },
  beginSecondFactor: {
    as: staff,
    staffOwnOnly: true,
    call: (own) => ({ params: { userId: own.userId }, body: { kind: 'passkey' } }),
  },
  addSecondFactor: {
    as: staff,
    staffOwnOnly: true,
    call: (own, _, now) => ({
      params: { userId: own.userId },
      body: { challenge: own.addChallenge, name: 'New phone', code: codeAt(own.codeSecret, now) },
    }),
  },
  removeSecondFactor: {
    as: staff,
    staffOwnOnly: true,
    call: (own) => ({ params: { userId: own.userId, factorId: own.factorId } }),
  },
  makeRecoveryCodes: { as: staff, staffOwnOnly: true, call: (own) => ({ params: { userId: own.userId } }) },
  beginProof: { as: staff, staffOwnOnly: true, call: (own) => ({ params: { userId: own.userId } }) },
  prove: {
    as: staff,
    staffOwnOnly: true,
    call: (own, _, now) => ({
      params: { userId: own.userId },
      body: { challenge: own.proveChallenge, code: codeAt(own.codeSecret, now) },
    }),
  },

  signUp: {
    as: 'anyone',
    call: () => ({ body: signUpBody('PROFILE_TYPE_CUSTOMER', { username: 'new-person', email: 'new@example.com' }) }),
  },
  confirmSignUp: { as: 'anyone', call: (own) => ({ body: { token: own.confirmToken, userId: own.newcomerUserId } }) },
  stopEmailChange: { as: 'anyone', call: (own) => ({ body: { token: own.stopToken } }) },
  renewLink: { as: 'anyone', call: (own) => ({ body: { token: own.resetToken } }) },
  resetPassword: { as: 'anyone', call: (own) => ({ body: { username: own.username } }) },
  checkPasswordLink: { as: 'anyone', call: (own) => ({ body: { token: own.resetToken } }) },
  setNewPassword: { as: 'anyone', call: (own) => ({ body: { token: own.resetToken, newPassword: 'other4bones!' } }) },

  validateJoinCode: { as: 'anyone', call: (own) => ({ body: { joinCode: own.joinCode } }) },

  createJoinCode: { as: staff, call: () => ({ body: { role: 'manager' } }) },
  listJoinCodes: { as: staff, call: () => ({}) },
  revokeJoinCode: { as: staff, call: (own) => ({ params: { joinCodeId: own.joinCodeId } }) },

  listEmployees: { as: staff, call: () => ({}) },
  deactivateEmployee: {
    as: staff,
    call: (own) => ({ params: { profileId: own.colleagueProfileId } }),
    refuses: ['customerProfileId', 'workerProfileId', 'customerUserId'],
  },
  reactivateEmployee: {
    as: staff,
    call: (own) => ({ params: { profileId: own.formerColleagueProfileId } }),
    refuses: ['customerProfileId', 'workerProfileId', 'customerUserId'],
  },

  takeFactorsAway: {
    as: staff,
    call: (own) => ({ params: { profileId: own.colleagueProfileId }, body: { reason: 'lost' } }),
    refuses: ['customerProfileId', 'workerProfileId', 'customerUserId'],
  },
  changeRole: {
    as: staff,
    call: (own) => ({ params: { profileId: own.colleagueProfileId }, body: { role: 'manager', version: 1 } }),
    refuses: ['customerProfileId', 'workerProfileId', 'customerUserId'],
  },

  countClosing: { as: staff, call: (own) => ({ params: { profileId: own.customerProfileId } }) },
  closeAccount: { as: staff, call: (own) => ({ params: { profileId: own.colleagueProfileId } }) },
  reopenAccount: { as: staff, call: (own) => ({ params: { profileId: own.formerColleagueProfileId } }) },
  listProfiles: { as: everybody, staffOwnOnly: true, call: (own) => ({ params: { userId: own.userId } }) },
  createProfile: {
    as: ['customer', 'employee'],
    staffOwnOnly: true,
    call: (own) => ({
      params: { userId: own.userId },
      body: {
        ...signUpBody('PROFILE_TYPE_WORKER', { birthday: { year: 1990, month: 2, day: 28 } }),
        userId: own.userId,
      },
    }),
  },
  getProfile: {
    as: everybody,
    call: (own) => ({ params: { profileId: own.profileId } }),
    otherProfileToo: anyOwnProfile,
  },
  updateProfile: {
    as: everybody,
    staffOwnOnly: true,
    call: (own, role) => ({
      params: { profileId: own.profileId },
      body: {
        id: own.profileId,
        userId: own.userId,
        label: 'Me',
        firstName: 'Other',
        lastName: 'Name',
        displayName: 'Other N.',
        email: 'other@example.com',
        phone: '4795550199',
        agreedToTerms: true,
        isDefault: role !== 'employee',
        onboardingComplete: false,
        notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL',
      },
    }),
    otherProfileToo: anyOwnProfile,
  },

  listAddresses: {
    as: everybody,
    call: (own) => ({ params: { profileId: own.profileId } }),
    otherProfileToo: anyOwnProfile,
  },
  createAddress: {
    as: everybody,
    staffOwnOnly: true,
    call: (own) => ({
      params: { profileId: own.profileId },
      body: { ...street, profileId: own.profileId, primaryAddress: true },
    }),
    otherProfileToo: anyOwnProfile,
  },
  getAddress: {
    as: everybody,
    call: (own) => ({ params: { addressId: own.addressId } }),
    otherProfileToo: anyOwnAddress,
  },
  updateAddress: {
    as: everybody,
    staffOwnOnly: true,
    call: (own) => ({
      params: { addressId: own.addressId },
      body: { ...street, id: own.addressId, label: 'Yard', primaryAddress: true },
    }),
    otherProfileToo: anyOwnAddress,
  },

  archiveAddress: {
    as: everybody,
    staffOwnOnly: true,
    call: (own) => ({ params: { addressId: own.spareAddressId } }),
    otherProfileToo: anyOwnAddress,
  },
  getGeoInfo: { as: everybody, call: () => ({ query: { ...street } }) },

  listPaymentMethods: { as: everybody, staffOwnOnly: true, call: (own) => ({ params: { userId: own.userId } }) },
  createPaymentMethodSetupIntent: {
    as: everybody,
    staffOwnOnly: true,
    call: (own) => ({ params: { userId: own.userId } }),
  },
  deletePaymentMethod: {
    as: ['customer'],
    call: (own) => ({ params: { userId: own.userId, paymentMethodId: own.sparePaymentMethodId } }),
  },

  getConnectedAccount: { as: everybody, staffOwnOnly: true, call: (own) => ({ params: { userId: own.userId } }) },
  createAccountSession: { as: ['worker'], call: (own) => ({ params: { userId: own.userId } }) },

  listProducts: { as: everybody, call: () => ({}) },
  createProduct: { as: staff, call: () => ({ body: product }) },
  getProduct: { as: everybody, call: (own) => ({ params: { productId: own.productId } }) },
  archiveProduct: { as: staff, call: (own) => ({ params: { productId: own.productId } }) },
  restoreProduct: { as: staff, call: (own) => ({ params: { productId: own.productId } }) },
  updateProduct: {
    as: staff,
    call: (own) => ({ params: { productId: own.productId }, body: { ...product, name: 'Changed again' } }),
  },

  getSettings: { as: staff, call: () => ({}) },
  saveSettings: { as: staff, call: (own) => ({ body: { standardRate: 1900, version: Number(own.settingsVersion) } }) },
  keepLogo: { as: staff, call: () => ({ body: { picture: tinyPicture.toString('base64') } }) },
  previewArea: { as: staff, call: () => ({ body: { serviceState: 'AR', serviceCities: 'Rogers: 72756' } }) },
  takeBackSettings: { as: staff, call: (own) => ({ params: { settingsId: own.settingsId } }) },

  checkSetupLink: { as: 'anyone', call: (own) => ({ body: { token: own.joinCode } }) },
  openSetup: {
    as: 'anyone',
    // A repeat, with the link and the id that opened the account.
    call: (own) => ({
      body: {
        token: own.usedJoinCode,
        signUpId: own.colleagueUserId,
        firstName: 'Pat',
        lastName: 'Lee',
        email: 'owner@example.com',
        phone: '4795550177',
        password: testPassword,
      },
    }),
  },
  getSetup: { as: staff, call: () => ({}) },
  runSetupCheck: { as: staff, call: () => ({ params: { check: 'payments' } }) },

  listCoupons: { as: staff, call: () => ({}) },
  createCoupon: {
    as: staff,
    call: () => ({ body: { name: 'NEWNAME', term: 'TERM_ONCE', maxRedemptions: 5, percentOff: 10, amountOff: 0 } }),
  },
  getCoupon: { as: staff, call: (own) => ({ params: { couponId: own.couponId } }) },
  updateCoupon: { as: staff, call: (own) => ({ params: { couponId: own.couponId }, body: { name: 'OTHERNAME' } }) },
  deleteCoupon: { as: staff, call: (own) => ({ params: { couponId: own.couponId } }) },

  createQuote: {
    as: everybody,
    call: (own) => ({ body: { productId: own.productId, yardSize: 'YARD_SIZE_LARGE', couponName: 'SHARED' } }),
  },
  createEngagement: {
    as: ['customer'],
    call: (own, _, now) => ({
      params: { customerProfileId: own.customerProfileId },
      body: {
        productId: own.productId,
        serviceAddressId: own.customerAddressId,
        billingAddressId: own.customerAddressId,
        yardSize: 'YARD_SIZE_STANDARD',
        scheduleTemplate: {
          period: 'PERIOD_WEEKLY',
          frequency: 1,
          interval: 1,
          startDay: calendarDay(businessDay(now)),
        },
        stripePaymentMethodId: own.stripePaymentMethodId,
        couponName: 'SHARED',
        engagementId: randomUUIDv7(),
      },
    }),
    made: { 'body.engagementId': 'engagementId' },
  },
  listCustomerEngagements: {
    as: ['customer', 'employee'],
    call: (own, _role, now) => ({
      params: { customerProfileId: own.customerProfileId },
      query: { after: `${now}_${own.engagementId}` },
    }),
  },
  listWorkerEngagements: {
    as: ['worker', 'employee'],
    call: (own, _role, now) => ({
      params: { workerProfileId: own.workerProfileId },
      query: { after: `${now.subtract({ hours: 24 })}_${own.engagementId}` },
    }),
  },
  createSkip: {
    as: everybody,
    call: (own, role) => ({
      params: { engagementId: own.acceptedEngagementId },
      body:
        role === 'worker'
          ? { visitId: own.visitId, date: dayOf(own.today), reason: 'Ice' }
          : { visitId: own.dueVisitId, date: dayOf(own.dueDay), reason: 'Ice' },
    }),
  },
  deleteSkip: {
    as: ['customer', 'employee'],
    call: (own) => ({ params: { engagementId: own.acceptedEngagementId, date: own.skippedDay } }),
  },
  // Nothing is changed: the visit is where it is to be.
  moveVisit: { as: staff, call: (own) => ({ params: { engagementId: own.acceptedEngagementId }, body: moveOf(own) }) },
  previewMove: {
    as: staff,
    call: (own) => ({ params: { engagementId: own.acceptedEngagementId }, body: moveOf(own) }),
  },
  changeVisits: { as: staff, call: (own) => ({ body: { visits: [changeOf(own)] } }) },
  previewVisitChanges: { as: staff, call: (own) => ({ body: { visits: [changeOf(own)] } }) },
  assignWorker: {
    as: staff,
    call: (own) => ({ params: { engagementId: own.acceptedEngagementId }, body: assignmentOf(own) }),
  },
  previewAssignment: {
    as: staff,
    call: (own) => ({ params: { engagementId: own.acceptedEngagementId }, body: assignmentOf(own) }),
  },
  getCalendar: { as: staff, call: (own) => ({ query: { from: own.dueDay, days: '7' } }) },
  createHold: {
    as: ['customer', 'employee'],
    call: (own) => ({
      params: { engagementId: own.engagementId },
      body: { firstDay: dayOf(own.awayDay), lastDay: dayOf(own.laterAwayDay), lengthens: own.holdId },
    }),
  },
  endHold: {
    as: ['customer', 'employee'],
    call: (own) => ({ params: { engagementId: own.engagementId, holdId: own.holdId } }),
    // A hold that is not there has ended.
  },
  getRhythmRequest: { as: everybody, call: (own) => ({ params: { engagementId: own.engagementId } }) },
  askRhythm: {
    as: ['customer', 'employee'],
    call: (own) => ({
      params: { engagementId: own.acceptedEngagementId },
      body: { frequency: 3, interval: 1, startDay: dayOf(own.dueDay) },
    }),
  },
  withdrawRhythm: {
    as: ['customer', 'employee'],
    call: (own) => ({ params: { engagementId: own.acceptedEngagementId } }),
  },
  takeBackRhythm: {
    as: ['customer', 'employee'],
    call: (own) => ({
      params: { engagementId: own.acceptedEngagementId },
      body: { frequency: 3, interval: 1, startDay: dayOf(own.dueDay) },
    }),
    // Of a rhythm that is not agreed nothing is taken back.
  },
  acceptRhythm: {
    as: ['worker'],
    call: (own) => ({
      params: { engagementId: own.acceptedEngagementId },
      body: {
        frequency: 3,
        interval: 1,
        startDay: dayOf(own.dueDay),
        weekDays: ['DAY_OF_WEEK_MONDAY', 'DAY_OF_WEEK_TUESDAY', 'DAY_OF_WEEK_WEDNESDAY'],
      },
    }),
  },
  listHolidays: { as: staff, call: () => ({}) },
  setHoliday: { as: staff, call: (own, _, now) => ({ body: daysOffOf(own, now) }) },
  previewHoliday: { as: staff, call: (own, _, now) => ({ body: daysOffOf(own, now) }) },
  previewHolidayBack: { as: staff, call: (own) => ({ params: { holidayId: own.holidayId } }) },
  takeBackHoliday: { as: staff, call: (own) => ({ params: { holidayId: own.holidayId } }) },
  declineDaysOff: {
    as: staff,
    call: (own) => ({ params: { holidayId: own.wishId }, body: { reason: 'Spring is too busy.' } }),
  },
  listDaysOff: { as: ['worker'], call: (own) => ({ params: { workerProfileId: own.workerProfileId } }) },
  askForDaysOff: {
    as: ['worker'],
    call: ({ workerProfileId }, _, now) => {
      const day = businessDay(now).add({ days: 90 });
      return {
        params: { workerProfileId },
        body: { day: calendarDay(day), lastDay: calendarDay(day), note: 'A trip' },
      };
    },
  },
  withdrawDaysOff: {
    as: ['worker'],
    call: ({ workerProfileId, wishId }) => ({ params: { workerProfileId, holidayId: wishId } }),
  },
  getEngagement: { as: everybody, call: (own) => ({ params: { engagementId: own.engagementId } }) },
  agreeToPrice: {
    as: ['customer'],
    call: (own) => ({ params: { engagementId: own.waitingEngagementId }, body: { baseCost: 3000 } }),
  },
  updateEngagement: {
    as: everybody,
    call: (own, role) => ({ params: { engagementId: own.engagementId }, body: engagementChange(own, role) }),
  },
  updateEngagements: {
    as: everybody,
    call: (own, role) => ({
      body: {
        engagements: [own.engagementId, own.acceptedEngagementId].map((id) => ({ id, ...engagementChange(own, role) })),
      },
    }),
  },

  createScheduleTemplateDays: {
    as: ['worker'],
    call: (own, _, now) => ({
      body: {
        scheduleTemplateDays: [own.acceptedTemplateId, own.proposalTemplateId].map((scheduleTemplateId) => ({
          id: randomUUIDv7(),
          scheduleTemplateId,
          dayOfWeek: freeWeekDay(now),
          sequence: 0,
        })),
      },
    }),
    made: { 'body.scheduleTemplateDays.*.id': 'dayId' },
    told: { code: 'ALREADY_CLAIMED', why: 'a worker whose open proposal another one took meanwhile is told so' },
  },
  updateScheduleTemplateDays: {
    as: ['worker'],
    call: (own, _, now) => ({
      body: {
        scheduleTemplateDays: [
          { id: own.dayId, scheduleTemplateId: own.scheduleTemplateId },
          { id: own.acceptedDayId, scheduleTemplateId: own.acceptedTemplateId },
        ].map((day) => ({ ...day, dayOfWeek: freeWeekDay(now), sequence: 0 })),
      },
    }),
  },
  deleteScheduleTemplateDays: {
    as: ['worker'],
    call: (own) => ({ body: { scheduleTemplateDaysIds: [own.dayId, own.acceptedDayId] } }),
  },

  getCalendarFeed: { as: ['customer'], call: (own) => ({ params: { customerProfileId: own.customerProfileId } }) },
  renewCalendarFeed: { as: ['customer'], call: (own) => ({ params: { customerProfileId: own.customerProfileId } }) },
  endCalendarFeed: { as: ['customer'], call: (own) => ({ params: { customerProfileId: own.customerProfileId } }) },
  getStaffHome: { as: staff, call: () => ({}) },
  getWorkerHome: { as: ['worker'], call: (own) => ({ params: { workerProfileId: own.workerProfileId } }) },
  getWorkerBalance: { as: ['worker'], call: (own) => ({ params: { workerProfileId: own.workerProfileId } }) },
  openWaitingOrder: {
    as: ['customer'],
    call: (own) => ({ params: { customerProfileId: own.customerProfileId, orderId: own.acceptableOrderId } }),
  },
  getCustomerHome: { as: ['customer'], call: (own) => ({ params: { customerProfileId: own.customerProfileId } }) },
  getBilling: {
    as: ['customer', 'employee'],
    call: (own) => ({ params: { customerProfileId: own.customerProfileId } }),
  },
  listCardsToReplace: {
    as: ['customer', 'employee'],
    call: (own) => ({ params: { customerProfileId: own.customerProfileId } }),
  },
  listBills: {
    as: ['customer', 'employee'],
    call: (own, _, now) => ({
      params: { customerProfileId: own.customerProfileId },
      query: { after: `${now.add({ hours: 24 })}_Y-2026-000001` },
    }),
  },
  getBill: {
    as: ['customer', 'employee'],
    call: (own) => ({ params: { customerProfileId: own.customerProfileId, billId: own.billId } }),
  },

  getBillActs: { as: staff, call: (own) => ({ params: { billId: own.paidBillId } }) },
  listCustomerActs: {
    as: staff,
    call: (own, _, now) => ({
      params: { customerProfileId: own.customerProfileId },
      query: { after: `${now.add({ hours: 24 })}_${own.actId}` },
    }),
  },
  listBillCards: { as: staff, call: (own) => ({ params: { billId: own.openBillId } }) },
  collectAgain: {
    as: staff,
    call: (own) => ({
      params: { billId: own.openBillId },
      body: {
        ...preview(),
        version: `${own.openPaymentId} 1500 ${own.stripePaymentMethodId}`,
        stripePaymentMethodId: own.sparePaymentMethodId,
      },
    }),
    made: { 'body.requestId': 'actId' },
  },
  doNotBill: {
    as: staff,
    call: (own) => ({ params: { workId: own.unbilledWorkId }, body: { ...preview(), reason: 'The dog was out.' } }),
    made: { 'body.requestId': 'actId' },
  },
  allowMethod: {
    as: staff,
    call: (own) => ({
      params: { customerProfileId: own.customerProfileId, paymentMethodId: own.lostMethodId },
      body: { ...preview(), reason: 'The bank confirmed it.' },
    }),
    made: { 'body.requestId': 'actId' },
  },
  decideDispute: {
    as: staff,
    call: (own) => ({
      params: { billId: own.lostBillId },
      body: { ...preview(), decision: 'written-off', reason: 'They have moved.' },
    }),
    made: { 'body.requestId': 'actId' },
  },
  stopWaiting: {
    as: staff,
    call: (own) => ({
      params: { billId: own.waitingBillId },
      body: { ...preview(), version: `${own.waitingPaymentId} 1500 ${own.stripePaymentMethodId}` },
    }),
    made: { 'body.requestId': 'actId' },
  },
  writeOffBill: {
    as: staff,
    call: (own) => ({
      params: { billId: own.openBillId },
      body: {
        ...preview(),
        version: `${own.openPaymentId} 1500 ${own.stripePaymentMethodId}`,
        reason: 'They have moved.',
      },
    }),
    made: { 'body.requestId': 'actId' },
  },
  listCredits: {
    as: ['customer', 'employee'],
    call: (own, _, now) => ({
      params: { customerProfileId: own.customerProfileId },
      query: { after: `${now.add({ hours: 24 })}_${own.actId}` },
    }),
  },
  giveCredit: {
    as: staff,
    call: (own) => ({
      params: { customerProfileId: own.customerProfileId },
      body: { ...preview(), amount: 1, reason: 'They were kind.', version: 0 },
    }),
    made: { 'body.requestId': 'actId' },
  },
  removeCredit: {
    as: staff,
    call: (own) => ({
      params: { customerProfileId: own.customerProfileId },
      body: { ...preview(), how: 'taken-back', amount: 1, reason: 'The account is closed.', version: 0 },
    }),
    made: { 'body.requestId': 'actId' },
  },
  sendTopUpAgain: { as: staff, call: (own) => ({ params: { topUpId: own.topUpId } }) },
  creditOwedBack: {
    as: staff,
    call: (own) => ({ params: { billId: own.paidBillId }, body: { ...preview(), amount: 1 } }),
    made: { 'body.requestId': 'actId' },
  },
  refundBill: {
    as: staff,
    call: (own) => ({
      params: { billId: own.paidBillId },
      body: {
        ...preview(),
        amount: 1,
        reason: 'The gate was locked.',
        refundedBefore: 100,
      },
    }),
    made: { 'body.requestId': 'refundId' },
  },

  leaveTip: {
    as: ['customer'],
    call: (own) => ({
      params: { engagementId: own.engagementId, workId: own.tippableWorkId },
      body: { requestId: randomUUIDv7(), amount: 500 },
    }),
    made: { 'body.requestId': 'paymentId' },
  },

  getEarnings: { as: ['worker', 'employee'], call: (own) => ({ params: { workerProfileId: own.workerProfileId } }) },
  getFailedPayout: {
    as: ['worker', 'employee'],
    call: (own) => ({ params: { workerProfileId: own.workerProfileId } }),
  },
  listEarnings: {
    as: ['worker', 'employee'],
    call: (own, _, now) => ({
      params: { workerProfileId: own.workerProfileId },
      query: { after: `${businessDay(now).add({ days: 1 })}_${own.workId}` },
    }),
  },
  getYearOfEarnings: {
    as: ['worker', 'employee'],
    call: (own, _, now) => ({
      params: { workerProfileId: own.workerProfileId },
      query: { year: String(businessDay(now).year) },
    }),
  },
  exportEarnings: {
    as: ['worker', 'employee'],
    call: (own, _, now) => ({
      params: { workerProfileId: own.workerProfileId },
      query: { year: String(businessDay(now).year) },
    }),
  },

  getMoney: { as: staff, call: (_own, _role, now) => ({ query: { ...lastDays(now), by: 'week' } }) },
  getReconciliation: { as: staff, call: () => ({}) },
  startReconciliation: { as: staff, call: () => ({}) },
  seeFinding: { as: staff, call: (own) => ({ params: { findingId: own.findingId }, body: { isSeen: true } }) },
  listChanges: {
    as: staff,
    call: (own, _, now) => ({
      query: { ...lastDays(now), byId: own.userId, aboutId: own.userId, subjectId: own.engagementId },
    }),
  },
  listMoneyEntries: {
    as: staff,
    call: (own, _, now) => ({
      query: {
        ...lastDays(now),
        figure: 'collected',
        after: `${businessDay(now).add({ days: 1 })}_${own.workId}`,
      },
    }),
  },
  getReport: {
    as: staff,
    call: (own, _role, now) => ({ query: { ...lastDays(now), by: 'week', of: 'worker', key: own.workerProfileId } }),
  },
  listReportVisits: {
    as: staff,
    call: (own, _role, now) => ({
      query: {
        ...lastDays(now),
        figure: 'onTime',
        of: 'city',
        key: 'Bentonville',
        after: `${businessDay(now)}_${own.engagementId}_${own.workId}`,
      },
    }),
  },
  listRecurringSteps: {
    as: staff,
    call: (own, _role, now) => ({
      query: { ...lastDays(now), kind: 'left', reason: 'none', after: `${businessDay(now)}_${own.engagementId}` },
    }),
  },
  listFoundInquiries: {
    as: staff,
    call: (own, _role, now) => ({
      query: { ...lastDays(now), referral: 'a neighbor', after: `${now}_${own.engagementId}` },
    }),
  },
  exportMoney: { as: staff, call: (_own, _role, now) => ({ query: { ...lastDays(now), form: 'ledger' } }) },

  getItinerary: {
    as: ['worker'],
    call: (own, _, now) => {
      const { year, week } = isoWeekOf(businessDay(now));
      return { params: { workerProfileId: own.workerProfileId }, query: { year: String(year), week: String(week) } };
    },
  },
  getDayRoute: {
    as: ['worker'],
    call: (own, _, now) => ({
      params: { workerProfileId: own.workerProfileId, dayOfWeek: weekDayOf(businessDay(now)) },
    }),
  },
  createWork: {
    as: ['worker'],
    call: (own) => ({
      params: { workerProfileId: own.workerProfileId },
      body: { engagementId: own.acceptedEngagementId, visitId: own.visitId },
    }),
  },
  updateWork: {
    as: ['worker'],
    call: (own) => ({
      params: { workerProfileId: own.workerProfileId, workId: own.workId },
      body: { status: 'WORK_STATUS_TRAVEL_STARTED' },
    }),
  },
  // The visit is one step before already: a repeated undo.
  undoWork: {
    as: ['worker'],
    call: (own) => ({
      params: { workerProfileId: own.workerProfileId, workId: own.workId },
      body: { status: 'WORK_STATUS_TRAVEL_STARTED' },
    }),
  },

  listVisits: {
    as: everybody,
    call: (own, _role, now) => ({
      params: { engagementId: own.engagementId },
      query: { after: businessDay(now).toString() },
    }),
  },
  getOverdue: { as: ['customer'], call: (own) => ({ params: { customerProfileId: own.customerProfileId } }) },
  collectOverdue: {
    as: ['customer'],
    call: (own) => ({
      params: { customerProfileId: own.customerProfileId },
      body: { stripePaymentMethodId: own.sparePaymentMethodId },
    }),
  },
  listPaymentsToConfirm: { as: ['customer'], call: (own) => ({ params: { engagementId: own.engagementId } }) },

  generatePreSignedUrl: {
    as: ['worker'],
    call: (own) => ({
      body: {
        workId: own.workId,
        fileId: randomUUIDv7(),
        contentType: 'image/jpeg',
        contentLength: 1000,
      },
    }),
    made: { 'body.fileId': 'fileId' },
  },
  completeUpload: { as: ['worker'], call: (own) => ({ params: { fileId: own.fileId } }) },
  deletePhoto: { as: ['worker'], call: (own) => ({ params: { fileId: own.fileId } }) },

  sendInquiry: {
    as: 'anyone',
    call: () => ({ body: { ...inquiryBody(inquiryData(), { inquiryId: randomUUIDv7() }), website: '' } }),
    made: { 'body.inquiryId': 'inquiryId' },
  },
  confirmInquiry: { as: 'anyone', call: (own) => ({ body: { token: own.heldInquiryToken } }) },
  listInquiries: {
    as: staff,
    call: (own, _role, now) => ({
      query: { search: 'visitor', state: 'all', after: `${now}_false_${now}_${own.inquiryId}` },
    }),
  },
  updateInquiry: {
    as: staff,
    call: (own) => ({ params: { inquiryId: own.inquiryId }, body: { answered: true } }),
  },

  eraseInquiry: { as: staff, call: (own) => ({ params: { inquiryId: own.inquiryId } }) },
  eraseOrder: { as: staff, call: (own) => ({ params: { orderId: own.endedOrderId } }) },
  getInquiry: { as: staff, call: (own) => ({ params: { inquiryId: own.inquiryId } }) },
  joinInquiry: {
    as: staff,
    call: (own) => ({ params: { inquiryId: own.inquiryId }, body: { customerProfileId: own.customerProfileId } }),
  },
  separateInquiry: { as: staff, call: (own) => ({ params: { inquiryId: own.inquiryId } }) },
  loseInquiry: {
    as: staff,
    call: (own) => ({ params: { inquiryId: own.inquiryId }, body: { reason: 'no-answer', note: 'Called twice.' } }),
  },

  createOrder: {
    as: staff,
    call: (own, _role, now) => ({
      body: {
        ...street,
        orderId: randomUUIDv7(),
        inquiryId: own.inquiryId,
        userId: own.customerUserId,
        firstName: 'Cal',
        lastName: 'Ler',
        email: 'caller@example.com',
        phone: '4795550177',
        channel: 'email',
        gateNotes: 'Left of the garage.',
        dogNotes: 'One, friendly.',
        productId: own.productId,
        yardSize: 'YARD_SIZE_STANDARD',
        scheduleTemplate: {
          period: 'PERIOD_WEEKLY',
          frequency: 1,
          interval: 1,
          startDay: calendarDay(businessDay(now)),
        },
        couponName: 'SHARED',
      },
    }),
    made: { 'body.orderId': 'orderId' },
  },
  listOrders: {
    as: staff,
    call: (own, _role, now) => ({ query: { state: 'waiting', q: 'call', after: `${now}_${own.orderId}` } }),
  },
  getOrder: { as: staff, call: (own) => ({ params: { orderId: own.orderId } }) },
  sendOrder: {
    as: staff,
    call: (own) => ({
      params: { orderId: own.orderId },
      body: { channel: 'text', email: 'caller@example.com', phone: '4795550178', textsAgreed: true },
    }),
  },
  takeBackOrder: { as: staff, call: (own) => ({ params: { orderId: own.orderId } }) },
  findAccounts: { as: staff, call: () => ({ query: { email: 'caller@example.com', phone: '4795550177' } }) },
  checkOrderLink: { as: 'anyone', call: (own) => ({ body: { token: own.orderToken } }) },
  renewOrderLink: { as: 'anyone', call: (own) => ({ body: { token: own.orderToken } }) },
  openOrderAccount: {
    as: 'anyone',
    call: (own) => ({
      body: {
        token: own.orderToken,
        password: testPassword,
        email: 'caller@example.com',
        phone: '4795550177',
        agreedToTerms: true,
      },
    }),
  },
  checkAcceptance: {
    as: ['customer'],
    call: (own) => ({ body: { token: own.acceptableToken, quotedBaseCost: 1500, withCoupon: false } }),
  },
  acceptOrder: {
    as: ['customer'],
    call: (own) => ({
      body: {
        token: own.acceptableToken,
        stripePaymentMethodId: own.stripePaymentMethodId,
        quotedBaseCost: 1500,
        withCoupon: false,
        agreedToTerms: true,
      },
    }),
  },

  getStaffDesk: { as: staff, call: () => ({}) },
  listUnclaimedProposals: {
    as: staff,
    call: (own, _role, now) => ({ query: { after: `${now.subtract({ hours: 48 })}_${own.engagementId}` } }),
  },
  listFailedPayments: {
    as: staff,
    call: (own, _role, now) => ({ query: { after: `true_${now}_${own.paymentId}`, state: 'given-up' } }),
  },
  listDeadMessages: {
    as: staff,
    call: (own, _role, now) => ({ query: { after: `${now}_${own.deadMessageId}`, channel: 'email' } }),
  },
  resolveDeadMessage: {
    as: staff,
    call: (own) => ({ params: { messageId: own.deadMessageId }, body: { resolveBy: 'sending-again' } }),
  },
  listMissedVisits: { as: staff, call: (own) => ({ query: { after: `${own.today}_${own.skipId}`, seen: 'unseen' } }) },
  seeMissedVisit: { as: staff, call: (own) => ({ params: { skipId: own.missedSkipId }, body: { isSeen: true } }) },
  seeFailedPayout: {
    as: staff,
    call: (own) => ({ params: { workerProfileId: own.workerProfileId }, body: { isSeen: true } }),
  },
  listUnfinishedVisits: { as: staff, call: (own) => ({ query: { after: `${own.dueDay}_${own.workId}` } }) },
  finishVisit: { as: staff, call: (own) => ({ params: { workId: own.leftWorkId } }) },
  listTodaysVisits: {
    as: staff,
    call: (own) => ({ query: { after: `${own.profileId}_0_${own.engagementId}`, state: 'done' } }),
  },
  listCustomers: {
    as: staff,
    call: (own) => ({ query: { q: 'mark', filter: 'outside', after: own.customerProfileId } }),
  },
  getCustomer: {
    as: staff,
    call: (own) => ({ params: { customerProfileId: own.customerProfileId } }),
    refuses: ['workerProfileId', 'customerUserId'],
  },
  listWorkers: {
    as: staff,
    call: (own) => ({ query: { q: 'mark', filter: 'approved', after: own.workerProfileId } }),
  },
  getWorker: {
    as: staff,
    call: (own) => ({ params: { workerProfileId: own.workerProfileId } }),
    refuses: ['customerProfileId', 'customerUserId'],
  },
  decideApproval: {
    as: staff,
    call: (own) => ({
      params: { workerProfileId: own.workerProfileId },
      // Already so, whatever the version.
      body: { approval: 'approved', reason: 'Kept out of the mail.', version: 1 },
    }),
    refuses: ['customerProfileId', 'customerUserId'],
  },
  exportData: { as: staff, call: (own) => ({ params: { profileId: own.erasableProfileId } }) },
  listEraseObstacles: { as: staff, call: (own) => ({ params: { profileId: own.erasableProfileId } }) },
  eraseData: { as: staff, call: (own) => ({ params: { profileId: own.erasableProfileId } }) },
  listNotes: {
    as: staff,
    call: (own, _role, now) => ({
      params: { profileId: own.customerProfileId },
      query: { after: `${now}_${own.noteId}` },
    }),
  },
  createNote: {
    as: staff,
    call: (own) => ({
      params: { profileId: own.customerProfileId },
      body: { id: randomUUIDv7(), text: 'Ring twice.' },
    }),
    made: { 'body.id': 'noteId' },
  },
  updateNote: {
    as: staff,
    staffOwnOnly: true,
    told: { code: 'FORBIDDEN', why: 'staff read all notes, and change their own' },
    call: (own) => ({ params: { noteId: own.noteId }, body: { text: 'Ring three times.', version: 1 } }),
  },
  deleteNote: { as: staff, call: (own) => ({ params: { noteId: own.spareNoteId } }) },
  readNote: { as: staff, call: (own) => ({ params: { noteId: own.visitNoteId } }) },
  createVisitNote: {
    as: ['worker'],
    call: (own) => ({
      params: { workerProfileId: own.workerProfileId },
      body: {
        id: randomUUIDv7(),
        engagementId: own.acceptedEngagementId,
        date: dayOf(own.today),
        reader: 'customer',
        text: 'Juno was in a good mood.',
      },
    }),
    made: { 'body.id': 'visitNoteId' },
  },
  search: { as: staff, call: () => ({ query: { q: 'mark' } }) },
  listMessages: {
    as: staff,
    call: (own, _, now) => ({
      query: {
        ...lastDays(now),
        profileId: own.customerProfileId,
        channel: 'email',
        state: 'sent',
        class: 'service',
        after: `${now}_${own.deadMessageId}`,
      },
    }),
  },
  listInboundTexts: {
    as: staff,
    call: (own, _, now) => ({ query: { profileId: own.customerProfileId, after: `true_${now}_${own.textId}` } }),
  },
  readInboundText: { as: staff, call: (own) => ({ params: { textId: own.textId }, body: { isRead: true } }) },
  endTextsToSender: { as: staff, call: (own) => ({ params: { textId: own.textId } }) },
  setEmailWorks: {
    as: staff,
    call: (own) => ({
      params: { profileId: own.customerProfileId },
      body: { email: own.customerEmail, works: true },
    }),
  },
  endTextsToPerson: {
    as: staff,
    call: (own) => ({ params: { profileId: own.customerProfileId }, body: { phone: own.customerPhone } }),
  },
  writeToPerson: {
    as: staff,
    call: (own) => ({
      params: { profileId: own.customerProfileId },
      body: { id: randomUUIDv7(), channel: 'email', text: 'Is the side gate open?' },
    }),
    made: { 'body.id': 'writtenMessageId' },
  },
  answerInboundText: {
    as: staff,
    call: (own) => ({
      params: { textId: own.textId },
      body: {
        id: randomUUIDv7(),
        channel: 'email',
        profileId: own.customerProfileId,
        text: 'Thank you!',
        answersSeen: 1000,
      },
    }),
    made: { 'body.id': 'textAnswerId' },
  },
  getMessage: { as: staff, call: (own) => ({ params: { messageId: own.deadMessageId } }) },
};
