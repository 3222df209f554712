import type { EngagementStatus } from '#domain/enums.ts';
import { listLabel, statusWord } from '#domain/labels.ts';
import type { WordValues } from '#domain/message-words.ts';
import { type WordedMessage, wordingOf } from '#domain/worded-messages.ts';
import type { Letter } from '../../letter.ts';

/** What letters call a service by. */
export type Service = { productName: string; street: string };

/** What the letters about a transition speak of; `url` is the reader's page to go to. */
export type StatusAbout = Service & { firstName: string; customerName: string; url: string };

/** @returns where services are, each street once */
export const streetsOf = (services: readonly Service[]) =>
  listLabel([...new Set(services.map(({ street }) => street))]);

/** @returns what services are called in letters */
export const namesOf = (services: readonly Service[]) => listLabel(byName(services).map(serviceOf));

/** @returns what a service is called in letters */
export const serviceOf = ({ productName, street }: Service) => `“${productName}” at ${street}`;

/** @returns for example 'Canceled: 12 N. Oak St' */
export function statusSubject(status: EngagementStatus, street: string): string {
  const word = statusWord(status);
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}: ${street}`;
}

/** @returns the services with each name once, at all its streets; several at one street are counted */
function byName(services: readonly Service[]): Service[] {
  return [...Map.groupBy(services, ({ productName }) => productName)].map(([productName, ofName]) => ({
    productName,
    street: listLabel(
      [...Map.groupBy(ofName, ({ street }) => street)].map(([street, { length }]) =>
        length > 1 ? `${street} (${length} services)` : street,
      ),
    ),
  }));
}

/**
 * @returns a letter about a service, or several together, whose first sentence is the whole text
 * @param label what the reader is asked to open
 * @param name of the business's own words for it, where it may have some
 * @param said what the text says besides
 */
export function serviceLetter(
  about: { firstName: string; url: string; customerName?: string } & (Service | { services: readonly Service[] }),
  label: string,
  subject: string,
  sentences: [string, ...string[]],
  name?: WordedMessage | '',
  said: readonly string[] = [],
): Letter {
  const [first, ...more] = sentences;
  const service = 'services' in about ? about.services[0] : about;
  const known: WordValues = {
    name: about.firstName,
    street: service?.street ?? '',
    service: service?.productName ?? '',
    customer: about.customerName ?? '',
  };
  const values = (of: WordedMessage): WordValues =>
    Object.fromEntries(wordingOf(of).names.map((one) => [one, known[one]]));
  return {
    ...(name && { wording: { name, values: values(name), mail: more, text: said } }),
    subject,
    paragraphs: [`Hi ${about.firstName}, ${first}`, ...more],
    facts: byName('services' in about ? about.services : [about]).flatMap(
      ({ productName, street }): [string, string][] => [
        ['What', productName],
        ['Where', street],
      ],
    ),
    action: { label, url: about.url },
    short: ['%businessName%:', first, ...said, about.url].join(' '),
  };
}

/** Who reads of a service whose customer was erased, and what it is. */
export type Nameless = { firstName: string; productName: string; url: string; city: string };
