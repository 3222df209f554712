import { X } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { UntilHydrated } from '#web/app/until-hydrated.tsx';
import { Button } from '#web/ui/button.tsx';
import { NotificationSection, ScheduleSection, YardSection } from './form-sections.tsx';
import { InquiryIntro } from './inquiry-intro.tsx';
import { InquiryStatusDialog } from './inquiry-status-dialog.tsx';
import { PersonalSection } from './personal-section.tsx';
import { PetSection } from './pet-section.tsx';
import { useInquiry } from './use-inquiry.ts';

/** Where a visitor asks for the service. */
export default function InquiryPage() {
  const { form, formElement, status, send, leave, backToForm } = useInquiry();
  const { hash } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page opens
  useEffect(() => {
    const element = formElement.current;
    // An anchor names another place to begin, and who was faster than this code is not interrupted.
    if (hash || !element || element.contains(document.activeElement)) return;
    // In the next frame: until then the controls of a page that was just opened are disabled.
    requestAnimationFrame(() =>
      element.querySelector<HTMLInputElement>('[name=firstName]')?.focus({ preventScroll: true }),
    );
  }, []);

  return (
    <div className="content-width grid items-start gap-6 py-6 sm:py-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.7fr)] lg:gap-10">
      <InquiryIntro
        closeButton={
          <Button variant="quiet" size="icon" aria-label="Close" onPress={leave}>
            <X aria-hidden="true" className="size-6" />
          </Button>
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
        <UntilHydrated>
          <PersonalSection form={form} />
          <NotificationSection form={form} />
          <YardSection form={form} />
          <PetSection form={form} />
          <ScheduleSection form={form} />
          <Honeypot />
          <div className="flex flex-wrap justify-end gap-3 *:max-sm:flex-1">
            <Button variant="secondary" size="large" onPress={leave}>
              Cancel
            </Button>
            <Button type="submit" size="large" isPending={status === 'pending'}>
              Send
            </Button>
          </div>
        </UntilHydrated>
      </form>
      <InquiryStatusDialog status={status} onRetry={() => void send()} onLeave={leave} onBackToForm={backToForm} />
    </div>
  );
}

/** A field that only programs find and fill in. */
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
