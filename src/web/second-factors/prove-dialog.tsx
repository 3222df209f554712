import { type ReactNode, useEffect, useState } from 'react';
import { api } from '#web/api/api.ts';
import { isFailure } from '#web/api/failure.ts';
import { failureAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import { type Answered, FactorAnswer } from './factor-answer.tsx';

type ProveDialogProps = { userId: string; onProved: () => void; onClose: () => void };

/** Asks somebody who is signed in to prove again who they are. */
export function ProveDialog({ userId, onProved, onClose }: ProveDialogProps) {
  const dispatch = useAppDispatch();
  const params = { userId };
  const [begin, { data: step, error, isLoading: isBeginning }] = api.useBeginProofMutation();
  const [prove, { isLoading }] = api.useProveMutation();
  const ask = () => void begin({ params });
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when it opens
  useEffect(ask, []);
  const answer = async (body: Answered) => {
    const proved = await prove({ params, body });
    if (!proved.error) {
      onProved();
      return undefined;
    }
    if (!isFailure(proved.error) || proved.error.errorCode !== 'CHALLENGE_ENDED') return proved.error;
    dispatch(failureAlert(proved.error));
    ask();
    return undefined;
  };
  return (
    <Dialog isOpen title="Confirm that it is you" onClose={onClose} holdsForm>
      {step && (
        <FactorAnswer
          key={step.challenge}
          step={step}
          action="Confirm"
          isPending={isLoading}
          onAnswer={answer}
          onBack={onClose}
        />
      )}
      {!step && !error && <SkeletonCards count={1} label="Loading how you can confirm it" />}
      {!step && error && <LoadFailed what="ways" isPending={isBeginning} onRetry={ask} />}
    </Dialog>
  );
}

type Answer<Data> = { data?: Data; error?: unknown };

/**
 * Makes calls that ask for a proof when the last one is a while ago: then the dialog asks, and the call is made again.
 * @returns `run`, which resolves to the error of a call that failed, and the dialog to be shown
 */
export function useProof(userId: string): {
  run: <Data>(call: () => Promise<Answer<Data>>, onDone: (data: Data) => void) => Promise<unknown>;
  ask: (onProved: () => void) => void;
  dialog: ReactNode;
} {
  const dispatch = useAppDispatch();
  const [asked, setAsked] = useState<{ onProved: () => void }>();
  const run = async <Data,>(call: () => Promise<Answer<Data>>, onDone: (data: Data) => void): Promise<unknown> => {
    const { data, error } = await call();
    if (data !== undefined) onDone(data);
    if (!isFailure(error) || error.errorCode !== 'PROOF_NEEDED') return error;
    const again = async () => {
      const failure = await run(call, onDone);
      if (failure) dispatch(failureAlert(failure));
    };
    setAsked({ onProved: () => void again() });
    return undefined;
  };
  const dialog = asked && (
    <ProveDialog
      userId={userId}
      onClose={() => setAsked(undefined)}
      onProved={() => {
        setAsked(undefined);
        asked.onProved();
      }}
    />
  );
  return { run, ask: (onProved) => setAsked({ onProved }), dialog };
}
