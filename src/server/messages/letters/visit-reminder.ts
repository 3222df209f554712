import { dayLabel } from '#domain/calendar.ts';
import { listLabel } from '#domain/labels.ts';
import type { Letter } from '../letter.ts';

type Visit = { productName: string; street: string; workerName: string };

/** `url` is the page of the services, `profileUrl` that on which reminders are turned off. */
type About = { firstName: string; url: string; profileUrl: string };

/** Reminds a customer of all visits of tomorrow. */
export function reminderLetter(about: About, day: Temporal.PlainDate, visits: readonly [Visit, ...Visit[]]): Letter {
  const { firstName, url, profileUrl } = about;
  const when = dayLabel(day);
  const streets = listLabel([...new Set(visits.map(({ street }) => street))]);
  const workers = listLabel([...new Set(visits.map(({ workerName }) => workerName))]);
  const first = `omorrow, ${when}, we visit ${streets} (${workers}).`;
  const please = 'Please unlock the gate and keep the dogs inside';
  const [visit] = visits;
  const isOne = visits.length === 1;
  return {
    subject: isOne ? `${visit.workerName} comes tomorrow, ${when}` : `Your ${visits.length} visits tomorrow, ${when}`,
    paragraphs: [`Hi ${firstName}, t${first}`, `${please} until we are done.`],
    ...(isOne ? { facts: factsOf(visit, when) } : { sections: visits.map(sectionOf) }),
    action: { label: isOne ? 'See your service' : 'See your services', url },
    short: `T${first} ${please}.`,
    ...(!isOne && { shorter: `Tomorrow, ${when}, we visit ${visits.length} of your yards. ${please}.` }),
    cuttable: streets,
    wording: {
      name: 'tomorrowWords',
      values: { name: firstName, worker: workers, street: streets, day: when },
      mail: [],
      text: [],
    },
    choice: {
      why: 'You get this because you want to hear of a visit the day before.',
      label: 'Turn these reminders off',
      url: profileUrl,
    },
  };
}

const factsOf = ({ productName, street, workerName }: Visit, when: string) =>
  [
    ['What', productName],
    ['Where', street],
    ['When', when],
    ['Who comes', workerName],
  ] as const;

const sectionOf = ({ productName, street, workerName }: Visit) => ({
  title: street,
  rows: [
    ['What', productName],
    ['Who comes', workerName],
  ] as const,
});
