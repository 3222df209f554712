import { useClientConfig } from '#web/api/client-config.ts';
import { documentFacts } from '#web/api/document-facts.ts';
import { LegalPage } from './legal-page.tsx';

/** The terms of service. */
export default function TermsPage() {
  const config = useClientConfig();
  return <LegalPage title="Terms of Service" url={documentFacts.termsUrl || config?.legalUrls.terms} />;
}
