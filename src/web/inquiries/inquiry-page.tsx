import { X } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { island } from '#web/app/island.tsx';
import { NeedsScript } from '#web/app/needs-script.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { FormSection } from './form-section.tsx';
import { InquiryIntro } from './inquiry-intro.tsx';
import { anchors } from './inquiry-values.ts';
import { loadInquiryCode, useInquiry } from './use-inquiry.ts';

const loadDialog = async () => {
  const [dialog] = await Promise.all([import('./inquiry-status-dialog.tsx'), import('#web/ui/dialog-frame.tsx')]);
  return dialog;
};
const InquiryStatusDialog = lazy(loadDialog);

const ContactFields = island(async () => {
  // The draft must be loaded before anybody can type.
  const [fields] = await Promise.all([import('./contact-fields.tsx'), loadInquiryCode()]);
  return fields;
});
const PlaceFields = island(() => import('./place-fields.tsx'));
const NotificationFields = island(() => import('./notification-fields.tsx'));
const YardFields = island(() => import('./yard-fields.tsx'));
const PetFields = island(() => import('./pet-fields.tsx'));
const ScheduleFields = island(() => import('./schedule-fields.tsx'));
const FormActions = island(async () => {
  // The dialog must be loaded before it is needed: without a network it could not say that sending failed.
  const [actions] = await Promise.all([import('./form-actions.tsx'), loadDialog()]);
  return actions;
});

/** The form with which a visitor asks for the service. */
export default function InquiryPage() {
  const { form, formElement, status, sent, send, leave, backToForm } = useInquiry();
  return (
    <div className="content-width grid items-start gap-6 py-6 sm:py-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.7fr)] lg:gap-10">
      <NeedsScript className="lg:col-span-2" />
      <InquiryIntro
        closeButton={
          <button type="button" aria-label="Close" onClick={leave} className={buttonClass('quiet', 'icon')}>
            <X aria-hidden="true" className="size-6" />
          </button>
        }
      />
      <form
        ref={formElement}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
        noValidate
        className="grid min-w-0 gap-6"
      >
        <FormSection
          id={anchors.personal}
          title="Personal Information"
          description="Provide service address and your contact details."
        >
          <ContactFields form={form} />
          <PlaceFields form={form} />
        </FormSection>
        <FormSection title="Notification">
          <NotificationFields form={form} />
        </FormSection>
        <FormSection id={anchors.yard} title="Yard Information" description="Describe the entrance to your yard.">
          <YardFields form={form} />
        </FormSection>
        <FormSection id={anchors.pets} title="Pet Information" description="List pets with access to yard(s).">
          <PetFields form={form} />
        </FormSection>
        <FormSection
          id={anchors.schedule}
          title="Schedule Preference"
          description="Pick your ideal service frequency and days(s)."
        >
          <ScheduleFields form={form} />
        </FormSection>
        <Honeypot />
        <FormActions isPending={status === 'pending'} onCancel={leave} />
      </form>
      {status !== 'idle' && (
        <Suspense>
          <InquiryStatusDialog
            status={status}
            sent={sent}
            onRetry={() => void send()}
            onLeave={leave}
            onBackToForm={backToForm}
          />
        </Suspense>
      )}
    </div>
  );
}

/** A hidden field that only programs fill in. */
function Honeypot() {
  return (
    <div aria-hidden="true" className="absolute -left-[200vw] size-px overflow-hidden">
      <label>
        Website
        <input type="text" name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
