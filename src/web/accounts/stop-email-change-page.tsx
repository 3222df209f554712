import { callUs } from '#domain/settings.ts';
import { api } from '#web/api/api.ts';
import { LinkPage } from '#web/app/link-page.tsx';
import { documentFacts, isFact } from '#web/ui/document-facts.ts';

/** The page of the link that the present email address gets when the office asked for another. */
export default function StopEmailChangePage() {
  const [stopEmailChange] = api.useStopEmailChangeMutation();
  const call = isFact('supportPhone') || isFact('contactEmail') ? callUs(documentFacts) : '';
  return (
    <LinkPage
      path="/stop-email-change"
      title="Stop the change of email"
      ask={{
        title: 'Keep your email address?',
        text: 'Press the button if you did not ask us to change it.',
        button: 'Stop the change',
      }}
      press={(token) => stopEmailChange({ body: { token } })}
      done={{
        title: 'Your email address stays as it is',
        text: `We stopped the change.${call && ` If you have questions, please ${call}.`}`,
      }}
      ended={{
        title: 'This link has expired',
        text: `Each link works for a week.${call && ` If your email address has changed and you did not ask for it, please ${call}.`}`,
      }}
    />
  );
}
