import { useClientConfig } from '#web/api/client-config.ts';
import { LandingPage } from './landing-page.tsx';

export default function LandingRoute() {
  const config = useClientConfig();
  return <LandingPage billingPortalUrl={config?.billingPortalUrl} supportPhone={config?.supportPhone} />;
}
