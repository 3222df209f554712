import { useForm } from '@mantine/form';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { api } from '#web/api/api.ts';
import { fieldErrors } from '#web/api/failure.ts';
import { mayHaveSession, noteAccount } from '#web/api/session-hint.ts';
import { infoAlert, successAlert } from '#web/app/alerts.ts';
import { dialogOpened } from '#web/app/dialogs.ts';
import { useFormSubmit } from '#web/app/form-submit.ts';
import { island } from '#web/app/island.tsx';
import { useAppDispatch, useAppSelector } from '#web/app/store.ts';
import { sections } from '#web/profiles/new-profile-values.ts';
import { textLinkClass, wrappedLinkClass } from '#web/ui/button-class.ts';
import { Card } from '#web/ui/card.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { NextSteps } from './next-steps.tsx';
import { emptySignUp, toFormFields } from './sign-up-values.ts';

type Rules = typeof import('./sign-up-form.ts') & typeof import('./sign-up-draft.ts');
/** Undefined while the page is read only: its fields are not there before. */
let rules: Rules | undefined;

/** The rules and the kept draft come apart from the page, which is drawn without them. */
async function loadRules(): Promise<Rules> {
  const [form, draft] = await Promise.all([import('./sign-up-form.ts'), import('./sign-up-draft.ts')]);
  rules = { ...form, ...draft };
  return rules;
}

const AccountFields = island(async () => {
  // The draft must be loaded before anybody can type.
  const [fields] = await Promise.all([import('./account-fields.tsx'), loadRules()]);
  return { default: fields.AccountFields };
});
const ProfileFields = island(async () => ({
  default: (await import('#web/profiles/profile-fields.tsx')).ProfileFields,
}));
const AddressFields = island(async () => ({
  default: (await import('#web/addresses/address-fields.tsx')).AddressFields,
}));
const LegalFields = island(async () => ({ default: (await import('#web/profiles/legal-fields.tsx')).LegalFields }));
const NotificationFields = island(async () => ({
  default: (await import('#web/profiles/notification-fields.tsx')).NotificationFields,
}));
const SignUpButton = island(() => import('./sign-up-button.tsx'));

const neverChanges = () => () => undefined;

/** Opens an account with its first profile and address. Whoever is signed in needs no other one. */
export default function SignUpPage() {
  const dispatch = useAppDispatch();
  const isSignedIn = useAppSelector(({ session }) => session.user !== undefined);
  const isRestoring = useAppSelector(({ session }) => session.status === 'restoring');
  // The prerendered page knows of no session.
  const mayBeSignedIn = useSyncExternalStore(neverChanges, mayHaveSession, () => false);
  const navigate = useNavigate();
  const [signUp, { isLoading }] = api.useSignUpMutation();
  const form = useForm({
    initialValues: emptySignUp,
    validate: (values) => rules?.signUpErrors(values) ?? {},
    validateInputOnBlur: true,
    onValuesChange: (values) => rules?.keepSignUp({ signUpId: requireId(), values }),
  });
  const signUpId = useRef<string>(undefined);
  const requireId = () => {
    signUpId.current ??= crypto.randomUUID();
    return signUpId.current;
  };
  // The prerendered page cannot know the draft that this tab keeps, so the draft is loaded after the first paint.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per visit
  useEffect(() => {
    void loadRules().then(({ keptSignUp }) => {
      const kept = keptSignUp();
      if (!kept || signUpId.current) return;
      signUpId.current = kept.signUpId;
      form.setValues(kept.values);
    });
  }, []);

  const formProps = useFormSubmit(
    form,
    async (values) => {
      const { signUpBody, keepSignUp } = rules ?? (await loadRules());
      const { data, error } = await signUp({ body: signUpBody(values, requireId(), new Date()) });
      if (error) return error;
      keepSignUp(undefined);
      noteAccount(data.userId);
      dispatch(
        data.isConfirmed
          ? infoAlert('Already confirmed. You can sign in.')
          : successAlert('Signed up successfully. Check your email for details.'),
      );
      await navigate('/');
      if (data.isConfirmed && !isSignedIn) dispatch(dialogOpened('sign-in'));
      return undefined;
    },
    (error) => toFormFields(fieldErrors(error)),
  );

  return (
    <div className="content-width py-10">
      <PageHeading
        title="Sign Up"
        description={
          isSignedIn ? (
            <>
              You are signed in already.{' '}
              <PageLink to="/dashboard" className={wrappedLinkClass}>
                Go to your dashboard
              </PageLink>
            </>
          ) : (
            <>
              Already a member?{' '}
              <button
                type="button"
                className={`${textLinkClass} min-h-11 cursor-pointer`}
                onClick={() => dispatch(dialogOpened('sign-in'))}
              >
                Sign in
              </button>
            </>
          )
        }
      />
      {!isSignedIn && !(isRestoring && mayBeSignedIn) && (
        <div className="grid gap-10 lg:grid-cols-[minmax(0,1.9fr)_minmax(0,1fr)]">
          <form {...formProps} className="grid min-w-0 gap-6">
            <Card title="Account" description="Create credentials to sign into the product.">
              <AccountFields form={form} />
            </Card>
            <Card {...sections.profile}>
              <ProfileFields form={form} />
            </Card>
            <Card {...sections.address}>
              <AddressFields form={form} />
            </Card>
            <Card {...sections.legal}>
              <LegalFields form={form} />
            </Card>
            <Card {...sections.notification}>
              <NotificationFields form={form} />
            </Card>
            <SignUpButton isPending={isLoading} />
          </form>
          <NextSteps />
        </div>
      )}
    </div>
  );
}
