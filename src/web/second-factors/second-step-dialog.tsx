import type { SecondStep, Session } from '#contract/session-shapes.ts';
import { api } from '#web/api/api.ts';
import { isFailure } from '#web/api/failure.ts';
import { failureAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { type Answered, FactorAnswer } from './factor-answer.tsx';

type SecondStepDialogProps = {
  step: SecondStep;
  onSignedIn: (session: Session) => void;
  /** Back to user name and password. */
  onBack: () => void;
  onClose: () => void;
};

/** The second step of a sign-in, for who has a second factor. */
export default function SecondStepDialog({ step, onSignedIn, onBack, onClose }: SecondStepDialogProps) {
  const dispatch = useAppDispatch();
  const [complete, { isLoading }] = api.useCompleteSignInMutation();
  const answer = async (body: Answered) => {
    const { data, error } = await complete({ body });
    if (data) {
      onSignedIn(data);
      return undefined;
    }
    if (!isFailure(error) || error.errorCode !== 'CHALLENGE_ENDED') return error;
    dispatch(failureAlert(error));
    onBack();
    return undefined;
  };
  return (
    <Dialog isOpen title="Confirm that it is you" onClose={onClose} holdsForm ignoresEscape>
      <FactorAnswer step={step} action="Sign in" isPending={isLoading} onAnswer={answer} onBack={onBack} />
    </Dialog>
  );
}
