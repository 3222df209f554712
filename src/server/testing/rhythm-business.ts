import type { Engagement } from '#contract/engagements.ts';
import type { WeekDay } from '#domain/calendar.ts';
import { advanceFor, buildEngagement, claimEngagement } from './engagement-factories.ts';
import { mailsTo, type Person } from './factories.ts';
import { type MarchPeople, march, marchTest } from './march-business.ts';

export type Business = MarchPeople & { service: Engagement };
export const [monday, wednesday, friday]: WeekDay[] = [
  'DAY_OF_WEEK_MONDAY',
  'DAY_OF_WEEK_WEDNESDAY',
  'DAY_OF_WEEK_FRIDAY',
];

/** It is Monday, 8 March 2027, in the morning; Wren comes on Wednesdays and Fridays. */
export const rhythmTest = marchTest.extend<{ business: Business }>({
  business: async ({ people }, use) => {
    const { yardpack, customer, wren } = people;
    const service = await buildEngagement(yardpack, customer, { frequency: 2 });
    await claimEngagement(yardpack, wren, service, [wednesday, friday] as WeekDay[]);
    await yardpack.drain();
    await use({ ...people, service });
  },
});

type Wish = { frequency?: number; interval?: 1 | 2; from?: number };
export const wish = ({ frequency = 1, interval = 1, from = 22 }: Wish) => ({
  frequency,
  interval,
  startDay: march(from),
});
export const ask = ({ yardpack, customer, service }: Business, how: Wish, as = customer) =>
  yardpack.call('askRhythm', { as: as.accessToken, params: { engagementId: service.id }, body: wish(how) });
export const withdraw = ({ yardpack, customer, service }: Business, as = customer) =>
  yardpack.call('withdrawRhythm', { as: as.accessToken, params: { engagementId: service.id } });
export const accept = (
  { yardpack, wren, service }: Business,
  how: Wish,
  weekDays: (WeekDay | undefined)[],
  as = wren,
) =>
  yardpack.call('acceptRhythm', {
    as: as.accessToken,
    params: { engagementId: service.id },
    body: { ...wish(how), weekDays: weekDays as WeekDay[] },
  });
export const waiting = async ({ yardpack, wren, service }: Business) =>
  (await yardpack.call('getRhythmRequest', { as: wren.accessToken, params: { engagementId: service.id } })).body
    .request;
export const upcoming = async ({ yardpack, customer, service }: Business) =>
  (
    await yardpack.call('listVisits', { as: customer.accessToken, params: { engagementId: service.id } })
  ).body.upcoming.map(({ day }) => day);
export const release = ({ yardpack, wren, service }: Business) =>
  yardpack.call('updateEngagement', {
    as: wren.accessToken,
    params: { engagementId: service.id },
    body: { status: 'ENGAGEMENT_STATUS_PROPOSED' },
  });
export const seen = async ({ yardpack, office, service }: Business) =>
  (await yardpack.call('getEngagement', { as: office.accessToken, params: { engagementId: service.id } })).body
    .engagement;
export const later = ({ yardpack, customer, wren, walt, office }: Business, to: string) =>
  advanceFor(yardpack, to, [customer, wren, walt, office]);
export const told = async ({ yardpack }: Business, person: Person, subject: RegExp) => {
  await yardpack.advance('PT61S');
  return await mailsTo(yardpack, person, subject);
};
