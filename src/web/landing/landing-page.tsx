import { placeholder } from '#contract/document-facts.ts';
import type { ClientConfig } from '#contract/system.ts';
import { ContactLinks, type LandingContact } from './contact-links.tsx';
import { Hero } from './hero.tsx';
import { Prices } from './prices.tsx';
import { Process } from './process.tsx';
import { Questions } from './questions.tsx';
import { Scheduling } from './scheduling.tsx';
import { ServiceArea } from './service-area.tsx';
import { Team } from './team.tsx';

type LandingPageProps = {
  contact: LandingContact;
  /** What the server says of itself; it may arrive late or never. */
  config: Pick<ClientConfig, 'prices' | 'keepers'> | undefined;
};

/** The public front page. */
export function LandingPage({ contact, config }: LandingPageProps) {
  const { supportPhone, supportPhoneUrl } = contact;
  const phone = <ContactLinks supportPhone={supportPhone} supportPhoneUrl={supportPhoneUrl} />;
  return (
    <>
      <title>Yardpack · Pet-waste yard cleanup in north-west Arkansas</title>
      <LocalBusiness />
      <Hero contact={<ContactLinks {...contact} />} />
      <ServiceArea priceFrom={config?.prices[0]?.standard} contact={phone} />
      <div className="[contain-intrinsic-size:auto_250rem] [content-visibility:auto]">
        <Prices prices={config?.prices} contact={phone} />
        <Process />
        <Scheduling />
        <Questions />
        <Team keepers={config?.keepers ?? []} contact={phone} />
      </div>
    </>
  );
}

/** For search engines, which read the document as the server sends it; the browser leaves it as it is. */
function LocalBusiness() {
  const json = import.meta.env.SSR ? placeholder('localBusiness') : '';
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: written by our own server, escaped there
    <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} suppressHydrationWarning />
  );
}
