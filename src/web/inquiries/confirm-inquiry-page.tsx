import { api } from '#web/api/api.ts';
import { LinkPage } from '#web/app/link-page.tsx';

/** The page of the link that we email when a visitor has to confirm their address before we take their inquiry. */
export default function ConfirmInquiryPage() {
  const [confirmInquiry] = api.useConfirmInquiryMutation();
  return (
    <LinkPage
      path="/confirm-inquiry"
      title="Confirm your message"
      ask={{
        title: 'One press and it’s on its way',
        text: 'Press the button to confirm your email address and send us your message.',
        button: 'Confirm and send',
      }}
      press={(token) => confirmInquiry({ body: { token } })}
      done={{
        title: 'Pawsome! We got your message.',
        text: 'A member of our team will wag their way to you in the next 2 business days.',
      }}
      ended={{
        title: 'This link has expired',
        text: 'Please send us your message again.',
        ...{ to: '/inquiry', label: 'Write to us' },
      }}
    />
  );
}
