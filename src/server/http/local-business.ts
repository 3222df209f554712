import type { DocumentFacts } from '#contract/document-facts.ts';
import type { ServiceArea } from '#domain/service-area.ts';

/**
 * Describes the business to search engines.
 * @returns a LocalBusiness (https://schema.org/LocalBusiness) as JSON that is safe inside a script element
 */
export function localBusinessJson(facts: DocumentFacts, area: ServiceArea, socialUrls: readonly string[]): string {
  const business = {
    '@context': 'https://schema.org',
    '@type': 'LocalBusiness',
    '@id': `${facts.publicUrl}/#business`,
    name: facts.businessName,
    description: `Recurring pet-waste yard cleanup for households in ${area.region}.`,
    url: `${facts.publicUrl}/`,
    logo: `${facts.publicUrl}${facts.logo === '/favicon.svg' ? '/icon-512.png' : facts.logo}`,
    image: `${facts.publicUrl}/og.png`,
    telephone: facts.supportPhone,
    email: facts.contactEmail,
    address: { '@type': 'PostalAddress', addressRegion: area.state, addressCountry: 'US' },
    areaServed: area.cities.map(({ name }) => ({ '@type': 'City', name: `${name}, ${area.state}` })),
    sameAs: socialUrls.length > 0 ? socialUrls : undefined,
  };
  return JSON.stringify(business).replaceAll('<', '\\u003c');
}
