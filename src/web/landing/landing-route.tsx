import { lazy, Suspense } from 'react';
import { dialLink, phoneLabel } from '#domain/labels.ts';
import { useClientConfig } from '#web/api/client-config.ts';
import { documentFacts } from '#web/ui/document-facts.ts';
import { LandingPage } from './landing-page.tsx';

const Opening = lazy(() => import('./opening.tsx'));

/** The home page, with this server's settings. */
export default function LandingRoute() {
  const config = useClientConfig();
  // The build knows only its placeholder.
  if (documentFacts.opening === '1') {
    return (
      <Suspense>
        <Opening />
      </Suspense>
    );
  }
  const contact = config
    ? {
        billingPortalUrl: config.billingPortalUrl,
        supportPhone: phoneLabel(config.supportPhone),
        supportPhoneUrl: dialLink(config.supportPhone),
      }
    : documentFacts;
  return <LandingPage contact={contact} config={config} />;
}
