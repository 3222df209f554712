import { KeyRound, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { SecondFactor } from '#contract/second-factors.ts';
import { momentLabel } from '#domain/calendar.ts';
import { countedLabel } from '#domain/labels.ts';
import { type FactorKind, factorKindLabels } from '#domain/second-factors.ts';
import { api } from '#web/api/api.ts';
import { sessionRefreshed } from '#web/api/session.ts';
import { failureAlert, successAlert } from '#web/app/alerts.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { useAppDispatch, useAppSelector } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import { AddCodeAppDialog, type Added, AddPasskeyDialog, type Begun } from './add-dialogs.tsx';
import { takesPasskeys } from './passkey-browser.ts';
import { useProof } from './prove-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

type Open =
  | { dialog: 'add'; kind: FactorKind; begun: Begun }
  | { dialog: 'remove'; factor: SecondFactor }
  | { dialog: 'renew' }
  | { dialog: 'codes'; codes: readonly string[] };

/** The second factors that a person of the staff signs in with: to see, add and remove. */
export function SecondFactorsSection({ userId }: { userId: string }) {
  const dispatch = useAppDispatch();
  const params = { userId };
  const { data, error, isFetching, refetch } = api.useGetSecondFactorsQuery(
    { params },
    { refetchOnMountOrArgChange: true },
  );
  useLoadFailure(error, { stay: true });
  const isAwaited = useAppSelector((state) => state.session.needsSecondFactor);
  const [open, setOpen] = useState<Open>();
  const { run, ask, dialog: proofDialog } = useProof(userId);
  const [begin, { isLoading: isBeginning }] = api.useBeginSecondFactorMutation();
  const [remove, { isLoading: isRemoving }] = api.useRemoveSecondFactorMutation();
  const [renew, { isLoading: isRenewing }] = api.useMakeRecoveryCodesMutation();
  const goOn = useGoOn();

  const start = async (kind: FactorKind) => {
    const failure = await run(
      () => begin({ params, body: { kind } }),
      (begun) => setOpen({ dialog: 'add', kind, begun }),
    );
    if (failure) dispatch(failureAlert(failure));
  };
  const added = ({ recoveryCodes }: Added) => {
    dispatch(successAlert('Added. You are signed out in all other browsers.'));
    setOpen(recoveryCodes ? { dialog: 'codes', codes: recoveryCodes } : undefined);
    if (!recoveryCodes) goOn();
  };
  const take = async (factor: SecondFactor) => {
    const failure = await run(
      () => remove({ params: { userId, factorId: factor.id } }),
      () => {
        dispatch(successAlert(`${factor.name} was removed. You are signed out in all other browsers.`));
        setOpen(undefined);
      },
    );
    if (!failure) return;
    dispatch(failureAlert(failure));
    setOpen(undefined);
  };
  const renewCodes = async () => {
    const failure = await run(
      () => renew({ params }),
      ({ recoveryCodes }) => setOpen({ dialog: 'codes', codes: recoveryCodes ?? [] }),
    );
    if (!failure) return;
    dispatch(failureAlert(failure));
    setOpen(undefined);
  };

  const has = data && data.factors.length > 0;
  return (
    <Card
      title="Second factor"
      description={
        data?.isRequired
          ? 'The business asks its staff for one, besides the password.'
          : 'What you prove besides the password. A stolen password is then not enough.'
      }
    >
      {data && (
        <div className="grid gap-6">
          {isAwaited && has && (
            <div className="grid gap-3">
              <p>This browser is signed in without it. Prove it once to go on as an employee.</p>
              <Button className="justify-self-start" onPress={() => ask(goOn)}>
                Prove it
              </Button>
            </div>
          )}
          {has && (
            <ul aria-label="Second factors" className="grid gap-4">
              {data.factors.map((factor) => (
                <li key={factor.id} className="border-line not-first:border-t not-first:pt-4">
                  <OneFactor factor={factor} onRemove={() => setOpen({ dialog: 'remove', factor })} />
                </li>
              ))}
            </ul>
          )}
          {!has && <p>You have none yet. A passkey is the quickest and the safest; a code app works everywhere.</p>}
          <div className="flex flex-wrap gap-3 *:max-sm:flex-auto">
            {takesPasskeys() && (
              <Button
                variant={has ? 'secondary' : 'primary'}
                isPending={isBeginning}
                onPress={() => void start('passkey')}
              >
                Add a passkey
              </Button>
            )}
            <Button
              variant={has || takesPasskeys() ? 'secondary' : 'primary'}
              isPending={isBeginning}
              onPress={() => void start('code-app')}
            >
              Add a code app
            </Button>
          </div>
          {has && (
            <div className="grid gap-3 border-line border-t pt-6">
              <h3 className="text-lg">Recovery codes</h3>
              <p className={data.recoveryCodesLeft < 3 ? 'text-danger' : 'text-ink-soft'}>
                {countedLabel(data.recoveryCodesLeft, 'code')} left, for when your phone or key is lost.
              </p>
              <Button variant="secondary" className="justify-self-start" onPress={() => setOpen({ dialog: 'renew' })}>
                Make new codes
              </Button>
            </div>
          )}
        </div>
      )}
      {!data && !error && <SkeletonCards count={1} label="Loading your second factors" />}
      {!data && error && <LoadFailed what="second factors" isPending={isFetching} onRetry={() => void refetch()} />}
      {open?.dialog === 'add' && open.kind === 'passkey' && (
        <AddPasskeyDialog
          userId={userId}
          begun={open.begun}
          run={run}
          onAdded={added}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open?.dialog === 'add' && open.kind === 'code-app' && (
        <AddCodeAppDialog
          userId={userId}
          begun={open.begun}
          run={run}
          onAdded={added}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open?.dialog === 'remove' && (
        <ConfirmDialog
          title={`Remove ${open.factor.name}?`}
          action="Remove"
          pendingAction="Removing…"
          isDanger
          isPending={isRemoving}
          onConfirm={() => void take(open.factor)}
          onClose={() => setOpen(undefined)}
        >
          <p>Nobody can sign in with it anymore. You are signed out in all other browsers, and we email you.</p>
        </ConfirmDialog>
      )}
      {open?.dialog === 'renew' && (
        <ConfirmDialog
          title="Make new recovery codes?"
          action="Make new codes"
          pendingAction="Making…"
          isPending={isRenewing}
          onConfirm={() => void renewCodes()}
          onClose={() => setOpen(undefined)}
        >
          <p>Those that you have kept do not work anymore then.</p>
        </ConfirmDialog>
      )}
      {open?.dialog === 'codes' && (
        <RecoveryCodesDialog
          codes={open.codes}
          onClose={() => {
            setOpen(undefined);
            goOn();
          }}
        />
      )}
      {proofDialog}
    </Card>
  );
}

/** @returns what leads on who was kept from everything else: the server has this session as one with a second factor already */
function useGoOn(): () => void {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { accessToken, user, profiles, needsSecondFactor } = useAppSelector((state) => state.session);
  return () => {
    if (!needsSecondFactor || !accessToken || !user) return;
    dispatch(sessionRefreshed({ accessToken, user, profiles }));
    void navigate('/dashboard');
  };
}

function OneFactor({ factor, onRemove }: { factor: SecondFactor; onRemove: () => void }) {
  const { name, kind, addedAt, lastUsedAt, isBackedUp } = factor;
  const Icon = kind === 'passkey' ? KeyRound : Smartphone;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div className="wrap-anywhere flex min-w-0 flex-[1_1_14rem] gap-3">
        <Icon aria-hidden="true" className="mt-1 size-5 shrink-0" />
        <div className="min-w-0">
          <p className="font-semibold">{name}</p>
          <p className="text-ink-soft text-sm">
            {factorKindLabels[kind]}
            {isBackedUp && ', also kept elsewhere'} · added {momentLabel(addedAt)}
            {lastUsedAt && ` · last used ${momentLabel(lastUsedAt)}`}
          </p>
        </div>
      </div>
      <Button variant="secondary" aria-label={`Remove ${name}`} onPress={onRemove}>
        Remove
      </Button>
    </div>
  );
}
