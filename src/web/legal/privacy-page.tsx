import { useClientConfig } from '#web/api/client-config.ts';
import { documentFacts } from '#web/api/document-facts.ts';
import { LegalPage } from './legal-page.tsx';

/** The privacy policy. */
export default function PrivacyPage() {
  const config = useClientConfig();
  return <LegalPage title="Privacy Policy" url={documentFacts.privacyUrl || config?.legalUrls.privacy} />;
}
