import type { Letter } from '../letter.ts';

type About = { firstName: string; url: string };

/** @param url of the worker's plan */
export const approvedLetter = ({ firstName, url }: About): Letter => ({
  wording: { name: 'workerApprovedWords', values: { name: firstName }, mail: [], text: [] },
  subject: 'You are approved',
  paragraphs: [
    `${firstName}, %businessName% has approved you as a worker.`,
    'You can take on services now: each one that you put on a weekday of your plan is yours.',
  ],
  action: { label: 'Open your plan', url },
  short: `%businessName%: you are approved. Take on services: ${url}`,
});

/**
 * @param reason in the office's words
 * @param wasApproved whether they took on services until now
 * @param url of the worker's dashboard
 */
export const refusedLetter = ({
  firstName,
  reason,
  wasApproved,
  url,
}: About & { reason: string; wasApproved: boolean }): Letter => ({
  subject: wasApproved ? 'You get no new services' : 'We cannot approve you',
  paragraphs: [
    wasApproved
      ? `${firstName}, %businessName% gives you no new services from now on.`
      : `${firstName}, %businessName% has not approved you as a worker.`,
    `The office writes: ${reason}`,
    ...(wasApproved ? ['The services that you look after now stay yours, and you are paid for them as before.'] : []),
  ],
  action: { label: 'Open your dashboard', url },
  short: wasApproved
    ? `%businessName%: you get no new services from now on. Yours stay yours. ${url}`
    : `%businessName%: we cannot approve you as a worker. ${url}`,
});
