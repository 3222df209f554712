import type { EngagementActor } from '#domain/engagement-status.ts';
import type { EngagementStatus } from '#domain/enums.ts';
import { enumLabel } from '#domain/labels.ts';
import type { Letter } from '../messages/letter.ts';

/** What the letters about a move speak of; `url` is the reader's page to go to. */
type About = { firstName: string; customerName: string; productName: string; street: string; url: string };

/** What the customer is told, unless it was the customer's own doing; that visits go on is told in any case. */
export function customerMoveLetter(to: EngagementStatus, actor: EngagementActor, about: About): Letter | undefined {
  const isOwn = actor === 'customer';
  const service = serviceOf(about);
  switch (to) {
    case 'ENGAGEMENT_STATUS_PROPOSED':
      return letter(about, 'See your service', `We are looking for another keeper`, [
        `we are looking for another keeper for ${service}.`,
        'We tell you as soon as somebody has accepted. Until then nobody comes, and nothing new is charged.',
      ]);
    case 'ENGAGEMENT_STATUS_PAUSED':
      // Of a pause for want of payment the bill's own letter tells.
      if (isOwn || actor === 'system') return undefined;
      return letter(about, 'See your service', 'Your visits are paused', [
        `we have paused ${service}.`,
        'Nobody comes, and nothing new is charged, until it goes on.',
      ]);
    case 'ENGAGEMENT_STATUS_ACCEPTED':
    case 'ENGAGEMENT_STATUS_RUNNING':
      return letter(about, 'See your next visits', 'Your visits go on', [
        `${service} goes on.`,
        'You find the days of your next visits on its page.',
      ]);
    case 'ENGAGEMENT_STATUS_CANCELLED':
    case 'ENGAGEMENT_STATUS_COMPLETED':
      if (isOwn) return undefined;
      return letter(about, 'See your service', `Your service is ${wordOf(to)}`, [
        `${service} is ${wordOf(to)}. There are no more visits.`,
        'Visits that were made are charged as agreed.',
      ]);
    default:
      return undefined;
  }
}

/** What the worker is told who holds the engagement, or has held it until now. */
export function workerMoveLetter(to: EngagementStatus, actor: EngagementActor, about: About): Letter | undefined {
  if (actor === 'worker') return undefined;
  const service = serviceOf(about);
  const by = (done: string) => (actor === 'customer' ? `${about.customerName} has ${done} ${service}.` : undefined);
  switch (to) {
    case 'ENGAGEMENT_STATUS_PROPOSED':
      return letter(about, 'See your plan', `You no longer have ${about.street}`, [
        `${service} is open to other keepers again, and out of your plan.`,
      ]);
    case 'ENGAGEMENT_STATUS_PAUSED':
      return letter(about, 'See your plan', `Paused: ${about.street}`, [
        by('paused') ?? `${service} is paused.`,
        'No visit is due until it goes on. It keeps its place in your plan.',
      ]);
    case 'ENGAGEMENT_STATUS_ACCEPTED':
    case 'ENGAGEMENT_STATUS_RUNNING':
      return letter(about, 'See your plan', `On again: ${about.street}`, [
        by('resumed') ?? `${service} goes on.`,
        'Its visits are due again, on the days of your plan.',
      ]);
    case 'ENGAGEMENT_STATUS_CANCELLED':
    case 'ENGAGEMENT_STATUS_COMPLETED':
      return letter(about, 'See your plan', `${enumLabel(to)}: ${about.street}`, [
        by(wordOf(to)) ?? `${service} is ${wordOf(to)}.`,
        'There are no more visits, and it is out of your plan. A visit that you have started already can still be finished.',
      ]);
    default:
      return undefined;
  }
}

const serviceOf = ({ productName, street }: About) => `“${productName}” at ${street}`;
const wordOf = (status: EngagementStatus) => enumLabel(status).toLowerCase();

function letter(about: About, label: string, subject: string, sentences: [string, ...string[]]): Letter {
  const [first, ...more] = sentences;
  return {
    subject,
    paragraphs: [`Hi ${about.firstName}, ${first}`, ...more],
    facts: [
      ['What', about.productName],
      ['Where', about.street],
    ],
    action: { label, url: about.url },
    short: `Yardpack: ${first} ${about.url}`,
  };
}
