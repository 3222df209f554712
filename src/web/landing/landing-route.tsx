import { phoneLabel } from '#domain/labels.ts';
import { useClientConfig } from '#web/api/client-config.ts';
import { documentFacts } from '#web/api/document-facts.ts';
import { LandingPage } from './landing-page.tsx';

export default function LandingRoute() {
  const config = useClientConfig();
  const contact = config
    ? {
        billingPortalUrl: config.billingPortalUrl,
        supportPhone: phoneLabel(config.supportPhone),
        supportPhoneUrl: `tel:${config.supportPhone.replace(/[^\d+]/g, '')}`,
      }
    : documentFacts;
  return <LandingPage contact={contact} priceFrom={config?.priceFrom} />;
}
