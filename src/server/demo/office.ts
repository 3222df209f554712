import { randomUUID } from 'node:crypto';
import { calendarDay } from '#domain/calendar.ts';
import type { CancelReason } from '#domain/cancel-reasons.ts';
import { listAddresses } from '../addresses/service.ts';
import { giveCredit } from '../billing/give-credit.ts';
import { makeDueRefunds } from '../billing/make-refund.ts';
import { refundBill } from '../billing/refunds.ts';
import { listBills } from '../bills/service.ts';
import { createEngagement } from '../engagements/request.ts';
import { updateEngagement } from '../engagements/update.ts';
import { getEngagement } from '../engagements/views.ts';
import { createHold } from '../holds/service.ts';
import { sendInquiry } from '../inquiries/send.ts';
import { listInquiries, loseInquiry, updateInquiry } from '../inquiries/service.ts';
import { createNote } from '../notes/service.ts';
import { createOrder } from '../orders/service.ts';
import { getSettings, saveSettings } from '../settings/service.ts';
import type { World } from '../world.ts';
import { openAccount, saveCard, usernameOf } from './opening.ts';
import { applicant, declinedCard } from './people.ts';
import { type Business, required, type Service, staffOf } from './state.ts';
import { type DemoInquiry, demoInquiries } from './visitors.ts';

type OfficeAct = (business: Business, world: World) => Promise<unknown>;

const serviceOf = ({ services }: Business, name: string) => services.find((service) => service.name === name);

/** Does something with somebody's service; nobody has come yet when there are fewer weeks. */
const withService =
  (name: string, act: (service: Service, business: Business, world: World) => Promise<unknown>): OfficeAct =>
  async (business, world) => {
    const service = serviceOf(business, name);
    if (service) await act(service, business, world);
  };

const changeCard = (name: string, number?: string) =>
  withService(name, async ({ caller, engagementId }, business, world) => {
    const stripePaymentMethodId = await saveCard(world, business.tools, caller, number);
    await updateEngagement(world, caller, engagementId, { stripePaymentMethodId });
  });

const cancel = (name: string, cancelReason: CancelReason, cancelNote: string) =>
  withService(name, async (service, { services }, world) => {
    const { version } = await getEngagement(world, service.caller, service.engagementId);
    const form = { status: 'ENGAGEMENT_STATUS_CANCELLED', cancelReason, cancelNote, version } as const;
    await updateEngagement(world, service.caller, service.engagementId, form);
    services.splice(services.indexOf(service), 1);
  });

const hold = (name: string, from: number, until: number) =>
  withService(name, async (service, { today }, world) => {
    const firstDay = today.add({ days: from });
    const lastDay = today.add({ days: until });
    const days = { firstDay: calendarDay(firstDay), lastDay: calendarDay(lastDay) };
    await createHold(world, service.caller, service.engagementId, days);
    service.isOff = (date) =>
      Temporal.PlainDate.compare(firstDay, date) <= 0 && Temporal.PlainDate.compare(date, lastDay) <= 0;
  });

const note = (name: string, text: string) =>
  withService(name, (service, business, world) =>
    createNote(world, staffOf(business), service.profileId, { id: randomUUID(), text }),
  );

/** What happens besides visits, by how many days ago. */
export const officeDays: [number, OfficeAct][] = [
  [20, note('Luis Cardenas', 'Prefers a call to a text. Toro is gentle once he has smelled your hand.')],
  [33, cancel('Anh Pham', 'too-expensive', 'May come back in spring.')],
  [26, note('Ken Yamashiro', 'Wants the same keeper each time, please.')],
  [24, cancel('Bethany Crouse', 'moving', 'To Tulsa, end of the month.')],
  // Declined until a new card comes.
  [19, changeCard('Trent Hollis', declinedCard)],
  [13, changeCard('Roy Hutchens', declinedCard)],
  [11, changeCard('Trent Hollis')],
  [
    10,
    withService('Derek Simms', async (service, { today }, world) => {
      const { version } = await getEngagement(world, service.caller, service.engagementId);
      await updateEngagement(world, service.caller, service.engagementId, {
        status: 'ENGAGEMENT_STATUS_PAUSED',
        version,
      });
      const firstDay = today.subtract({ days: 10 });
      service.isOff = (date) => Temporal.PlainDate.compare(date, firstDay) >= 0;
    }),
  ],
  [9, hold('Kwame Asante', -2, 8)],
  [
    9,
    withService('Gene Applewhite', ({ profileId }, business, world) =>
      giveCredit(world, staffOf(business), profileId, {
        requestId: randomUUID(),
        isPreview: false,
        amount: 1000,
        reason: 'Thank you for telling Noor about us',
        version: 0,
      }),
    ),
  ],
  [8, changeCard('Earl Vance', declinedCard)],
  // Good to the end of this month, as its owner reads on the first page.
  [
    6,
    withService('Wanda Pruitt', async ({ caller, engagementId }, { tools, today }, world) => {
      const stripePaymentMethodId = await saveCard(world, tools, caller, undefined, today);
      await updateEngagement(world, caller, engagementId, { stripePaymentMethodId });
    }),
  ],
  [
    6,
    withService('Hana Sato', async ({ profileId }, business, world) => {
      const { bills } = await listBills(world, profileId, undefined);
      const bill = bills.find(({ amount }) => amount > 0);
      if (!bill) return;
      const reason = 'The corner by the swing set was missed';
      const refund = { requestId: randomUUID(), isPreview: false, amount: 500, reason, refundedBefore: 0 };
      await refundBill(world, staffOf(business), bill.id, refund);
      await makeDueRefunds(world);
    }),
  ],
  // Good to the end of last month: its owner is asked for another one.
  [
    40,
    withService('Gloria Espinoza', async ({ caller, engagementId }, { tools, today }, world) => {
      const stripePaymentMethodId = await saveCard(world, tools, caller, undefined, today.subtract({ months: 1 }));
      await updateEngagement(world, caller, engagementId, { stripePaymentMethodId });
    }),
  ],
  // Large yards have become dearer; Estelle Rooks's request waits until she agrees to the new price.
  [
    3,
    async (business, world) => {
      const { version, settings } = await getSettings(world);
      await saveSettings(world, staffOf(business), { version, largeRate: settings.largeRate + 250 });
    },
  ],
  [5, cancel('Vernon Pike', 'does-it-alone', 'His grandson does it now.')],
  [0, cancel('Sadie Loomis', 'moving', 'Home to Little Rock, with Clementine.')],
  [3, hold('Faye Dunmore', 4, 13)],
  [
    3,
    async (_, world) => {
      const caller = await openAccount(world, 'WORKER', { username: 'nadiapetrov', phone: 184, ...applicant });
      return caller;
    },
  ],
  [
    1,
    withService('Casey Rivera', async ({ caller, profileId }, business, world) => {
      const [address] = await listAddresses(world, profileId);
      const addressId = required(address).id;
      await createEngagement(world, caller, profileId, {
        productId: required(business.products.get('deep')),
        serviceAddressId: addressId,
        billingAddressId: addressId,
        stripePaymentMethodId: await saveCard(world, business.tools, caller, '5555555555554444'),
        yardSize: 'YARD_SIZE_STANDARD',
        scheduleTemplate: { period: 'PERIOD_WEEKLY', frequency: 1, interval: 2, startDay: calendarDay(business.today) },
      });
    }),
  ],
  ...demoInquiries.flatMap((inquiry, index): [number, OfficeAct][] => [
    [inquiry.days, (_, world) => ask(world, inquiry, index)],
    ...(inquiry.end === 'open'
      ? []
      : [[inquiry.days - 1, (business, world) => answer(business, world, inquiry)] as [number, OfficeAct]]),
  ]),
];

const emailOf = (name: string) => `${usernameOf(name)}@demo.example`;

async function ask(
  world: World,
  { name, city, zipCode, breed, referral, words }: DemoInquiry,
  index: number,
): Promise<void> {
  const [firstName = '', lastName = ''] = name.split(' ');
  const personal = {
    firstName,
    lastName,
    email: emailOf(name),
    phone: `(501) 555-0${100 + index}`,
    streetAddress1: `${firstName.length * 117} Maple St`,
    city: city.toLowerCase().replaceAll(' ', '-'),
    stateProvince: 'AR',
    country: 'US',
    zipPostal: Number(zipCode),
    referral,
  } as const;
  await sendInquiry(world, {
    from: personal.email,
    subject: 'Inquiry',
    message: words,
    data: {
      personal,
      yard: { details: words },
      pets: [{ breed, count: 1 }],
      schedule: { frequency: 'once-a-week' },
      notification: { communicationPreference: 'email' },
    },
  });
}

async function answer(business: Business, world: World, inquiry: DemoInquiry): Promise<void> {
  const staff = staffOf(business);
  const { inquiries } = await listInquiries(world, { search: emailOf(inquiry.name) });
  const [asked] = inquiries;
  // With fewer weeks it was before the first day.
  if (!asked) return;
  const { id } = asked;
  if (inquiry.end === 'answered') await updateInquiry(world, staff, id, true);
  else if (inquiry.end === 'order') await offer(business, world, inquiry, id);
  else if (inquiry.end !== 'open') await loseInquiry(world, staff, id, { reason: inquiry.end });
}

/** The office asks for the service of somebody who has written; the link waits to be opened. */
async function offer(business: Business, world: World, { name, city, zipCode }: DemoInquiry, inquiryId: string) {
  const [firstName = '', lastName = ''] = name.split(' ');
  await createOrder(world, staffOf(business), {
    inquiryId,
    firstName,
    lastName,
    email: emailOf(name),
    channel: 'email',
    streetAddress1: `${firstName.length * 117} Maple St`,
    city,
    state: 'AR',
    zipCode,
    country: 'US',
    productId: required(business.products.get('usual')),
    yardSize: 'YARD_SIZE_STANDARD',
    scheduleTemplate: { period: 'PERIOD_WEEKLY', frequency: 1, interval: 1, startDay: calendarDay(business.today) },
  });
}
