import type { ClientBase } from 'pg';
import Stripe from 'stripe';
import { contract, type EndpointName } from '#contract/contract.ts';
import { businessDay, calendarDay } from '#domain/calendar.ts';
import { workStatuses } from '#domain/enums.ts';
import { type Part, personWith } from '#server/testing/seeded-business.ts';
import type { Chain, Send } from './load.ts';
import { benchMoment } from './moment.ts';

/** Calls that change something, each by somebody else, about something else. */
export type Write = {
  name: string;
  chains: Chain[];
  /** What has to be asked of Stripe for each: a path. */
  asks?: string;
};

export const webhookSecret = 'whsec_bench';

const json = { 'content-type': 'application/json' };

/**
 * @param database filled with the part
 * @param most how many chains of each write; of events, which take a tenth of the time, ten times as many
 */
export async function listWrites(database: ClientBase, part: Part, most: number): Promise<Write[]> {
  const select = async (text: string, limit = most): Promise<Record<string, string>[]> =>
    (await database.query({ text: `${text} limit ${limit}` })).rows;
  const call = (
    name: EndpointName,
    profileId: string,
    params: Record<string, string>,
    body: Record<string, unknown>,
  ): Send => {
    const { method, path } = contract[name];
    const { accessToken } = personWith(part, profileId);
    return {
      method,
      path: path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => params[parameter] ?? ''),
      headers: { ...json, authorization: `Bearer ${accessToken}` },
      body: JSON.stringify(body),
    };
  };
  const today = businessDay(benchMoment);

  const customers = await select(
    `select profiles.id as profile, addresses.id as address, product.id as product
      from profiles join addresses on addresses.profile_id = profiles.id
      cross join (select id from products order by id limit 1) product
      where type = 'PROFILE_TYPE_CUSTOMER' order by profiles.id`,
  );
  const asked = customers.map(({ profile = '', address, product }): Chain => {
    const form = {
      productId: product,
      serviceAddressId: address,
      billingAddressId: address,
      stripePaymentMethodId: 'pm_bench',
      yardSize: 'YARD_SIZE_STANDARD',
      scheduleTemplate: { period: 'PERIOD_WEEKLY', frequency: 1, interval: 1, startDay: calendarDay(today) },
    };
    return [() => call('createEngagement', profile, { customerProfileId: profile }, form)];
  });

  const proposals = await select(
    `select proposal.id as engagement, worker.id as worker
      from (select id, row_number() over (order by id) as n from engagements
        where status = 'ENGAGEMENT_STATUS_PROPOSED') proposal
      join (select id, row_number() over (order by id) as n from profiles
        where type = 'PROFILE_TYPE_WORKER') worker using (n)`,
  );
  const claims = proposals.map(({ engagement = '', worker = '' }): Chain => {
    const form = { status: 'ENGAGEMENT_STATUS_ACCEPTED' };
    return [() => call('updateEngagement', worker, { engagementId: engagement }, form)];
  });

  const due = await select(
    `select one.id as engagement, one.worker_profile_id as worker
      from engagements one join visits on visits.engagement_id = one.id and visits.worker_profile_id = one.worker_profile_id
      where one.status = 'ENGAGEMENT_STATUS_RUNNING' and visits.day = '${today}' and visits.state = 'planned'`,
  );
  const visits = due.map(({ engagement: engagementId, worker: workerProfileId = '' }): Chain => {
    const own = { workerProfileId };
    const steps = workStatuses.slice(workStatuses.indexOf('WORK_STATUS_PENDING') + 1);
    let workId: string;
    return [
      () => call('createWork', workerProfileId, own, { engagementId }),
      ...steps.map((status) => (before: string) => {
        workId = JSON.parse(before).work.id;
        return call('updateWork', workerProfileId, { ...own, workId }, { status });
      }),
    ];
  });

  const paid = await select(
    `select stripe_payment_intent_id as intent from payments where status = 'paid' order by id`,
    10 * most,
  );
  const events = paid.map(({ intent }): Chain => {
    const object = { id: intent, object: 'payment_intent' };
    const event = { id: `evt_${intent}`, object: 'event', type: 'payment_intent.succeeded', data: { object } };
    const body = JSON.stringify(event);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret: webhookSecret });
    const headers = { ...json, 'stripe-signature': signature };
    return [() => ({ method: 'POST', path: '/webhooks/stripe', headers, body })];
  });

  return [
    { name: 'createEngagement', chains: asked, asks: '/v1/customers/cus_bench/payment_methods/pm_bench' },
    { name: 'claim', chains: claims },
    { name: 'visit', chains: visits },
    { name: 'webhook', chains: events },
  ];
}
