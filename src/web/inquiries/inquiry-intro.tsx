import { Mail, MapPin, Phone } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { OnlyIf } from '#web/app/only-if.tsx';
import { textLinkClass } from '#web/ui/button-class.ts';
import { documentFacts } from '#web/ui/document-facts.ts';
import { PawTrail } from '#web/ui/illustrations.tsx';
import { usePageFocus } from '#web/ui/page-focus.ts';

/** Explains the form, and says where the business works and how else to reach it. */
export function InquiryIntro({ closeButton }: { closeButton: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  usePageFocus(heading);
  return (
    <header className="on-evergreen-band relative overflow-hidden rounded-card p-6 shadow-card sm:p-8 lg:sticky lg:top-6">
      <title>{`Reclaim your yard · ${documentFacts.businessName}`}</title>
      <div className="flex items-start justify-between gap-3">
        <h1 ref={heading} tabIndex={-1} className="pt-1 font-extrabold! text-[clamp(2.25rem,7vw,3.25rem)]">
          Reclaim your yard
        </h1>
        <div className="-mr-2 shrink-0">{closeButton}</div>
      </div>
      <p className="mt-4 max-w-prose text-lg text-on-evergreen-soft">
        Tell us where you live and who runs around there. We answer within 2 business days.
      </p>
      <div className="mt-6 grid gap-4">
        <p className="flex items-start gap-3">
          <MapPin aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-marigold" />
          <span className="min-w-0">
            <span className="block font-semibold">Where we work</span>
            <span className="text-on-evergreen-soft">{`${documentFacts.serviceCities}, ${documentFacts.serviceState}`}</span>
          </span>
        </p>
        <Contacts />
      </div>
      <PawTrail className="mt-6 h-20 w-44 text-evergreen-bright max-lg:hidden" />
    </header>
  );
}

/** Phone, with its hours, and email. */
function Contacts() {
  const { supportPhone, supportPhoneUrl, supportHours, contactEmail } = documentFacts;
  const linkClass = `${textLinkClass} inline-flex min-h-11 min-w-0 items-center wrap-anywhere`;
  return (
    <ul>
      <li className="flex items-center gap-3">
        <Phone aria-hidden="true" className="size-5 shrink-0 text-marigold" />
        <span className="flex min-w-0 flex-wrap items-center gap-x-4">
          <a href={supportPhoneUrl} className={linkClass}>
            {supportPhone}
          </a>
          <OnlyIf condition="supportHours" as="span" className="text-on-evergreen-soft">
            {supportHours}
          </OnlyIf>
        </span>
      </li>
      <li className="flex items-center gap-3">
        <Mail aria-hidden="true" className="size-5 shrink-0 text-marigold" />
        <a href={`mailto:${contactEmail}`} className={linkClass}>
          {contactEmail}
        </a>
      </li>
    </ul>
  );
}
