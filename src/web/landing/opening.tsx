import { documentFacts } from '#web/ui/document-facts.ts';
import { PageHeading } from '#web/ui/page-heading.tsx';

/** In the place of the front page until the business is set up, for staff who sign in: visitors get a notice of the server. */
export default function Opening() {
  return (
    <div className="content-width py-10">
      <PageHeading
        title="Opening soon"
        description={`${documentFacts.businessName} is getting ready for its first customers. Staff can sign in.`}
      />
    </div>
  );
}
