import { dialLink, phoneLabel } from '#domain/labels.ts';
import { useClientConfig } from '#web/api/client-config.ts';
import { Button } from '#web/ui/button.tsx';
import { textLinkClass } from '#web/ui/button-class.ts';
import { Dialog, ProgressDialog } from '#web/ui/dialog.tsx';
import type { Sent } from './send-inquiry.ts';
import type { InquiryStatus } from './use-inquiry.ts';

type InquiryStatusDialogProps = {
  status: InquiryStatus;
  /** What became of the last try. */
  sent: Sent | undefined;
  onRetry: () => void;
  /** Forgets the form and goes home. */
  onLeave: () => void;
  /** Goes back to the form as it was filled in. */
  onBackToForm: () => void;
};

/** Covers the form while it is sent, and says whether that worked. */
export default function InquiryStatusDialog({
  status,
  sent,
  onRetry,
  onLeave,
  onBackToForm,
}: InquiryStatusDialogProps) {
  const phone = useClientConfig()?.supportPhone;
  return (
    <>
      <ProgressDialog
        isOpen={status === 'pending'}
        title="Pawgressing Your Request"
        text="Please hold for a moment while we process your furry friend's details."
      />
      <Dialog
        isOpen={status === 'succeeded'}
        onClose={onLeave}
        title="Pawsome! Your submission was successful."
        actions={<Button onPress={onLeave}>Got It!</Button>}
      >
        {sent?.isSent && sent.needsConfirmation && (
          <p>One more step: open the email we just sent you and press its button. Your message reaches us then.</p>
        )}
        <p>A member of our team will wag their way to you in the next 2 business days.</p>
      </Dialog>
      <Dialog
        isOpen={status === 'failed'}
        onClose={onBackToForm}
        title="Paw-lease Forgive Us!"
        role="alertdialog"
        actions={
          <>
            <Button variant="secondary" onPress={onLeave}>
              Cancel
            </Button>
            <Button onPress={onRetry}>Retry</Button>
          </>
        }
      >
        <p>
          Something seems to have gone astray. Please try again or give us a bark at{' '}
          {phone ? (
            <a href={dialLink(phone)} className={`${textLinkClass} whitespace-nowrap`}>
              {phoneLabel(phone)}
            </a>
          ) : (
            'our phone number'
          )}
          .
        </p>
        {sent?.isSent === false && sent.message && <p>{sent.message}</p>}
      </Dialog>
    </>
  );
}
