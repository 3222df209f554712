import { placeholder } from '#contract/document-facts.ts';
import type { ClientConfig } from '#contract/system.ts';
import { island } from '#web/app/island.tsx';
import { documentFacts } from '#web/ui/document-facts.ts';
import { ContactLinks, type LandingContact } from './contact-links.tsx';
import { Hero } from './hero.tsx';
import { ServiceArea } from './service-area.tsx';

type LandingPageProps = {
  contact: LandingContact;
  /** The server's settings, which may arrive late or never. */
  config: Pick<ClientConfig, 'prices' | 'keepers'> | undefined;
};

const BelowFold = island(() => import('./below-fold.tsx'), 'near');

/** The public front page. */
export function LandingPage({ contact, config }: LandingPageProps) {
  const { supportPhone, supportPhoneUrl } = contact;
  const phone = <ContactLinks supportPhone={supportPhone} supportPhoneUrl={supportPhoneUrl} />;
  return (
    <>
      <title>{`${documentFacts.businessName} · Pet-waste yard cleanup in ${documentFacts.serviceRegion}`}</title>
      <LocalBusiness />
      <Hero contact={<ContactLinks {...contact} />} />
      <ServiceArea priceFrom={config?.prices[0]?.standard} contact={phone} />
      <BelowFold config={config} contact={phone} />
    </>
  );
}

/** Describes the business to search engines. The server fills it in, and the browser leaves it as it is. */
function LocalBusiness() {
  const json = import.meta.env.SSR ? placeholder('localBusiness') : '';
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: written by our own server, escaped there
    <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} suppressHydrationWarning />
  );
}
