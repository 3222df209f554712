import { dialLink, phoneLabel } from '#domain/labels.ts';
import { useClientConfig } from '#web/api/client-config.ts';
import { documentFacts } from '#web/ui/document-facts.ts';
import { LandingPage } from './landing-page.tsx';

/** The home page, with this server's settings. */
export default function LandingRoute() {
  const config = useClientConfig();
  const contact = config
    ? {
        billingPortalUrl: config.billingPortalUrl,
        supportPhone: phoneLabel(config.supportPhone),
        supportPhoneUrl: dialLink(config.supportPhone),
      }
    : documentFacts;
  return <LandingPage contact={contact} config={config} />;
}
