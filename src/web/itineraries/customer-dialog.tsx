import { Mail, MessageSquare, Phone } from 'lucide-react';
import type { Job } from '#contract/itineraries.ts';
import { dialLink, phoneLabel } from '#domain/labels.ts';
import { emailLabel, isEmail } from '#domain/no-email.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

type CustomerDialogProps = { customer: Job['customerProfile']; name: string; onClose: () => void };

const iconClass = 'size-5 shrink-0';

/** Who a visit is for, and how to reach them. */
export function CustomerDialog({ customer, name, onClose }: CustomerDialogProps) {
  const { phone, email } = customer;
  return (
    <Dialog isOpen title={name} onClose={onClose}>
      <dl className="wrap-anywhere grid gap-4">
        <div>
          <dt className="text-ink-soft text-sm">Phone</dt>
          <dd className="text-lg">{phone ? phoneLabel(phone) : 'unknown'}</dd>
          {phone && (
            <dd className="mt-2 grid grid-cols-2 gap-2">
              <LinkButton to={dialLink(phone)} variant="secondary" className="min-h-13">
                <Phone aria-hidden="true" className={iconClass} />
                Call
              </LinkButton>
              <LinkButton to={`sms:${phone}`} variant="secondary" className="min-h-13">
                <MessageSquare aria-hidden="true" className={iconClass} />
                Text
              </LinkButton>
            </dd>
          )}
        </div>
        <div>
          <dt className="text-ink-soft text-sm">Email</dt>
          <dd className="text-lg">{emailLabel(email)}</dd>
          {isEmail(email) && (
            <dd className="mt-2 grid">
              <LinkButton to={`mailto:${email}`} variant="secondary" className="min-h-13">
                <Mail aria-hidden="true" className={iconClass} />
                Email
              </LinkButton>
            </dd>
          )}
        </div>
      </dl>
    </Dialog>
  );
}
