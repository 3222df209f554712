import { OnlyIf } from '#web/app/only-if.tsx';
import { documentFacts } from '#web/ui/document-facts.ts';
import { LegalPage } from './legal-page.tsx';
import { TextMessages } from './text-messages.tsx';

/** The page of the privacy policy. */
export default function PrivacyPage() {
  return (
    <LegalPage title="Privacy Policy" fact="privacyUrl">
      <h2>What we know about you</h2>
      <ul>
        <li>What you type: your name, email address, phone number, service address and how to get into your yard.</li>
        <li>Your dogs: how many there are and their breeds, so that your keeper knows whom to expect.</li>
        <li>Your visits, what they cost and what was paid.</li>
        <li>What you ask us in the inquiry form.</li>
      </ul>
      <h2>What for</h2>
      <p>To answer you, to plan and do the visits, to charge for them, and to tell you about them.</p>
      <h2>Who else sees it</h2>
      <ul>
        <li>Your keeper sees what the visit needs: the address, the way in, and your dogs.</li>
        <li>
          Card numbers go straight to our payment provider,{' '}
          <a href="https://stripe.com/privacy" target="_blank" rel="noreferrer">
            Stripe
          </a>
          . We never see them; we keep the brand, the last four digits and the expiry date.
        </li>
        <li>The services that carry our emails and text messages see those messages.</li>
        <li>We do not sell what we know about you.</li>
      </ul>
      <h2>In your browser</h2>
      <p>
        While you are signed in, one cookie keeps your session, another says that there is one, and the browser
        remembers which of your profiles you chose.
      </p>
      <OnlyIf condition="analyticsHost" as="p">
        We count visits to our public pages with the service at {documentFacts.analyticsHost}.
      </OnlyIf>
      <TextMessages />
      <h2>How long, and your say in it</h2>
      <p>
        We keep records of visits and payments as long as the law asks for. Ask us at any time what we know about you,
        to mend it, or to delete what we need not keep.
      </p>
    </LegalPage>
  );
}
