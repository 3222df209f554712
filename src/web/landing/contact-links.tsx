import { OnlyIf } from '#web/app/only-if.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { documentFacts } from '#web/ui/document-facts.ts';

export type LandingContact = {
  /** Where customers pay a bill. */
  billingPortalUrl?: string;
  /** The toll-free number as people read it, and the address that calls it. */
  supportPhone: string;
  supportPhoneUrl: string;
};

/** The phone number and "Pay Your Bill", if they are known. The line keeps its height without them. */
export function ContactLinks({ billingPortalUrl, supportPhone, supportPhoneUrl }: LandingContact) {
  return (
    <div className="-ml-3 flex min-h-11 flex-wrap items-center gap-x-2">
      {supportPhone && (
        <a href={supportPhoneUrl} className={linkClass}>
          <PhoneIcon />
          Call us: {supportPhone}
        </a>
      )}
      <OnlyIf condition="supportHours" as="span" className="px-3">
        {documentFacts.supportHours}
      </OnlyIf>
      {billingPortalUrl && (
        <a href={billingPortalUrl} target="_blank" rel="noreferrer" className={linkClass}>
          <BillIcon />
          Pay Your Bill
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      )}
    </div>
  );
}

const linkClass = buttonClass('quiet', 'medium', 'px-3!');

function PhoneIcon() {
  return (
    <svg viewBox="0 0 24 24" className="size-5" fill="none" stroke="currentColor" strokeWidth="2.2" aria-hidden="true">
      <path
        strokeLinejoin="round"
        d="M5 4h4l2 5-2.5 1.7a12 12 0 0 0 4.8 4.8L15 13l5 2v4a1.5 1.5 0 0 1-1.6 1.5A15.6 15.6 0 0 1 3.5 5.6 1.5 1.5 0 0 1 5 4Z"
      />
    </svg>
  );
}

function BillIcon() {
  return (
    <svg viewBox="0 0 24 24" className="size-5" fill="none" stroke="currentColor" strokeWidth="2.2" aria-hidden="true">
      <path strokeLinejoin="round" d="M6 3h12v18l-3-2-3 2-3-2-3 2z" />
      <path strokeLinecap="round" d="M9.5 8.5h5m-5 4h5" />
    </svg>
  );
}
