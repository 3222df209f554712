import { useClientConfig } from '#web/api/client-config.ts';
import { documentFacts } from '#web/api/document-facts.ts';
import { LegalPage } from './legal-page.tsx';

/** The disclaimer. */
export default function DisclaimerPage() {
  const config = useClientConfig();
  return <LegalPage title="Disclaimer" url={documentFacts.disclaimerUrl || config?.legalUrls.disclaimer} />;
}
