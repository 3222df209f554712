import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { SecondStep } from '#contract/session-shapes.ts';
import { fieldErrors } from '#web/api/failure.ts';
import { errorAlert } from '#web/app/alerts.ts';
import { fieldOf } from '#web/app/field-of.ts';
import { useFormSubmit } from '#web/app/form-submit.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { textLinkClass } from '#web/ui/button-class.ts';
import { PasswordField, TextField } from '#web/ui/text-field.tsx';
import { applyPasskey, takesPasskeys } from './passkey-browser.ts';

type Way = 'passkey' | 'code' | 'recoveryCode' | 'password';
type Used = NonNullable<Awaited<ReturnType<typeof applyPasskey>>['answer']>;
/** What the server takes. */
export type Answered = { challenge: string } & (
  | { passkey: Used }
  | { code: string }
  | { recoveryCode: string }
  | { password: string }
);

type FactorAnswerProps = {
  step: SecondStep & { takesPassword?: boolean };
  /** The word on the button. */
  action: string;
  isPending: boolean;
  /** Sends it. @returns the error of a call that failed */
  onAnswer: (answered: Answered) => Promise<unknown>;
  /** Goes back to what was before. */
  onBack: () => void;
};

const switchTo: Record<Way, string> = {
  passkey: 'Use a passkey',
  code: 'Use a code of my app',
  recoveryCode: 'Use a recovery code',
  password: 'Use my password',
};

/** Asks for a second factor, in one of the ways that the person has. */
export function FactorAnswer({ step, action, isPending, onAnswer, onBack }: FactorAnswerProps) {
  const ways = waysOf(step);
  const [way, setWay] = useState(ways[0]);
  const props = { step, action, isPending, onAnswer };
  return (
    <div className="grid gap-5">
      {way === 'passkey' && <ByPasskey {...props} />}
      {way && way !== 'passkey' && <ByTyping key={way} way={way} {...props} />}
      {!way && <p>This browser cannot use your passkey. Please sign in with another one.</p>}
      <div className="flex flex-wrap gap-x-6 gap-y-1">
        {ways.map(
          (other) =>
            other !== way && (
              <button
                key={other}
                type="button"
                className={`${textLinkClass} min-h-11 cursor-pointer`}
                onClick={() => setWay(other)}
              >
                {switchTo[other]}
              </button>
            ),
        )}
        <button type="button" className={`${textLinkClass} min-h-11 cursor-pointer`} onClick={onBack}>
          Back
        </button>
      </div>
    </div>
  );
}

function waysOf({ passkey, takesCode, takesRecoveryCode, takesPassword }: FactorAnswerProps['step']): Way[] {
  const may: [Way, boolean | undefined][] = [
    ['passkey', passkey !== null && takesPasskeys()],
    ['code', takesCode],
    ['password', takesPassword],
    ['recoveryCode', takesRecoveryCode],
  ];
  return may.flatMap(([way, isThere]) => (isThere ? [way] : []));
}

type ByProps = Omit<FactorAnswerProps, 'onBack'>;

function ByPasskey({ step: { challenge, passkey }, action, isPending, onAnswer }: ByProps) {
  const dispatch = useAppDispatch();
  const [isAsking, setAsking] = useState(false);
  const form = useForm({ initialValues: {} });
  const formProps = useFormSubmit(form, async () => {
    if (!passkey) return undefined;
    setAsking(true);
    const { answer, problem } = await applyPasskey(passkey);
    setAsking(false);
    if (answer) return await onAnswer({ challenge, passkey: answer });
    dispatch(errorAlert(problem));
    return undefined;
  });
  return (
    <form {...formProps} className="grid gap-5">
      <p>Your browser asks for the passkey: your fingerprint, your face, the code of your device, or a key.</p>
      <Button type="submit" isPending={isPending || isAsking}>
        {action} with a passkey
      </Button>
    </form>
  );
}

const words = {
  code: { label: 'Code', description: 'The six digits that your app shows now.' },
  recoveryCode: {
    label: 'Recovery code',
    description: 'One of the ten that you have kept. Each works once.',
  },
};

function ByTyping({
  step: { challenge },
  way,
  action,
  isPending,
  onAnswer,
}: ByProps & { way: Exclude<Way, 'passkey'> }) {
  const form = useForm({
    initialValues: { value: '' },
    validate: { value: (text) => (text.trim() === '' ? 'This field is required.' : null) },
  });
  const field = fieldOf(form)('value');
  const formProps = useFormSubmit(
    form,
    async ({ value }) => await onAnswer({ challenge, [way]: value } as Answered),
    (error) => {
      const message = fieldErrors(error)[way];
      return message ? { value: message } : ({} as Record<string, string>);
    },
  );
  return (
    <form {...formProps} className="grid gap-5">
      {way === 'password' ? (
        <PasswordField label="Password" autoComplete="current-password" {...field} />
      ) : (
        <TextField
          {...words[way]}
          autoComplete={way === 'code' ? 'one-time-code' : 'off'}
          inputMode={way === 'code' ? 'numeric' : 'text'}
          autoCapitalize="none"
          autoFocus
          maxLength={way === 'code' ? 10 : 40}
          {...field}
        />
      )}
      <Button type="submit" isPending={isPending}>
        {action}
      </Button>
    </form>
  );
}
