import type { Letter } from '../../letter.ts';

export type About = { firstName: string; customerName: string; street: string; url: string };

export function rhythmLetter(about: About, subject: string, [first, more]: [string, string], label: string): Letter {
  const short = first.charAt(0).toUpperCase() + first.slice(1);
  return {
    subject,
    paragraphs: [`Hi ${about.firstName}, ${first}`, more],
    action: { label, url: about.url },
    short: `%businessName%: ${short} ${more} ${about.url}`,
    names: [about.street, about.customerName],
  };
}
