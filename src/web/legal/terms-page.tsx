import { OnlyIf } from '#web/app/only-if.tsx';
import { documentFacts } from '#web/ui/document-facts.ts';
import { LegalPage } from './legal-page.tsx';
import { TextMessages } from './text-messages.tsx';

/** The page of the terms of service. */
export default function TermsPage() {
  return (
    <LegalPage title="Terms of Service" fact="termsUrl">
      <h2>What this is about</h2>
      <p>
        {documentFacts.businessName}
        <OnlyIf condition="legalName" as="span">
          {` (${documentFacts.legalName})`}
        </OnlyIf>{' '}
        arranges recurring cleanup of pet waste in yards of households in {documentFacts.serviceRegion}. People who do
        the work are called keepers. By opening an account or asking for a visit you agree to these terms.
      </p>
      <h2>What we do</h2>
      <ul>
        <li>You pick how often and on which days we come: every week, every two weeks, or more often.</li>
        <li>Your keeper clears the yard and sprays a pet-safe deodorizer.</li>
        <li>You get a message when the visit is done.</li>
        <li>The weekday can vary with keeper availability and route planning.</li>
      </ul>
      <h2>What we ask of you</h2>
      <ul>
        <li>
          Secure every dog before the keeper arrives. A keeper who finds a dog loose in the yard may skip the visit
          <OnlyIf condition="lockedGateFee" as="span">
            , and {documentFacts.lockedGateFee} is charged for coming
          </OnlyIf>
          .
        </li>
        <li>Tell us how many dogs you have and their breeds, and how to get into the yard.</li>
        <li>Give us your own name, address and phone number, and keep them up to date.</li>
        <li>Keep your password to yourself.</li>
      </ul>
      <h2>What it costs</h2>
      <p>
        You see the price of a visit before you ask for it. Billing is automatic: your saved card is charged after each
        visit, or at the end of the billing cycle you chose. A visit that was skipped is not charged
        <OnlyIf condition="lockedGateFee" as="span">
          , but {documentFacts.lockedGateFee} is charged for coming when your keeper is there and a locked gate or a
          loose dog keeps the visit from being done
        </OnlyIf>
        . If a charge is declined we tell you and try again; after several declines visits pause until a card works.
      </p>
      <h2>Skipping, pausing and ending</h2>
      <p>
        You may cancel at any time on the site, without a fee. You may also pause, and skip a visit up to the evening
        before. Visits that were done before you cancel remain to be paid.
      </p>
      <TextMessages />
      <h2>If something goes wrong</h2>
      <p>
        Tell us soon, and we will do our best to put it right. Nothing in these terms takes away rights that the law
        gives you.
      </p>
      <h2>Changes</h2>
      <p>When these terms change, the new text is on this page, and we tell customers about changes that matter.</p>
    </LegalPage>
  );
}
