import { type RefObject, useRef, useState } from 'react';
import type { JoinCode } from '#contract/join-codes.ts';
import { momentLabel } from '#domain/calendar.ts';
import { api } from '#web/api/api.ts';
import { failureAlert, successAlert } from '#web/app/alerts.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { useFocusAfterChange } from '#web/ui/focus-after-change.ts';
import { ListBatch } from '#web/ui/list-batch.tsx';
import { joinCodeFate, joinCodeMarks } from './team-words.ts';

/** Every join code, newest first, a page at a time. */
export function JoinCodeList({ onRevoked }: { onRevoked: (joinCode: JoinCode) => void }) {
  const list = useRef<HTMLDivElement>(null);
  return (
    <div ref={list} tabIndex={-1} className="grid gap-4 outline-none">
      <JoinCodeBatch list={list} onRevoked={onRevoked} />
    </div>
  );
}

type JoinCodeBatchProps = {
  /** The id of the last join code above; none for the first batch. */
  after?: string;
  /** What takes focus when the button that had it goes away. */
  list: RefObject<HTMLDivElement | null>;
  onRevoked: (joinCode: JoinCode) => void;
};

/** One page of the list and, once asked for, the next one below it. */
function JoinCodeBatch({ after, list, onRevoked }: JoinCodeBatchProps) {
  const [revoking, setRevoking] = useState<JoinCode>();
  const loaded = api.useListJoinCodesQuery({ query: { after } }, { refetchOnMountOrArgChange: true });
  useLoadFailure(loaded.error, { stay: true });
  const focusAfterChange = useFocusAfterChange(loaded.data, list);
  return (
    <ListBatch
      what="join codes"
      loaded={loaded}
      rows={loaded.data?.joinCodes}
      isFirst={!after}
      empty={<EmptyState title="No Join Codes" text="Create a new join code to hire somebody." />}
      next={loaded.data?.hasMore ? loaded.data.joinCodes.at(-1)?.id : undefined}
      more={(next) => <JoinCodeBatch after={next} list={list} onRevoked={onRevoked} />}
    >
      {(joinCodes) => (
        <>
          <ul className="grid gap-4">
            {joinCodes.map((joinCode) => (
              <li key={joinCode.id}>
                <JoinCodeCard joinCode={joinCode} onRevoke={() => setRevoking(joinCode)} />
              </li>
            ))}
          </ul>
          {revoking && (
            <RevokeDialog
              joinCode={revoking}
              onDone={() => {
                focusAfterChange();
                onRevoked(revoking);
              }}
              onClose={() => setRevoking(undefined)}
            />
          )}
        </>
      )}
    </ListBatch>
  );
}

function JoinCodeCard({ joinCode, onRevoke }: { joinCode: JoinCode; onRevoke: () => void }) {
  const { issuedBy, issuedAt, state } = joinCode;
  const mark = joinCodeMarks[state];
  return (
    <article className="wrap-anywhere flex flex-wrap items-center gap-x-6 gap-y-4 rounded-card border border-line bg-surface p-5 shadow-card sm:px-7">
      <div className="grid min-w-0 flex-[1_1_16rem] gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h3 className="min-w-0 text-lg">{joinCodeFate(joinCode)}</h3>
          <Badge tone={mark.tone}>{mark.label}</Badge>
        </div>
        <p className="text-ink-soft text-sm">
          Issued {momentLabel(issuedAt)} {issuedBy === null ? 'from the command line' : `by ${issuedBy}`}
        </p>
      </div>
      {state === 'open' && (
        <Button
          variant="secondary"
          aria-label={`Revoke the join code issued ${momentLabel(issuedAt)}`}
          onPress={onRevoke}
          className="max-sm:flex-auto"
        >
          Revoke
        </Button>
      )}
    </article>
  );
}

type RevokeDialogProps = { joinCode: JoinCode; onDone: () => void; onClose: () => void };

function RevokeDialog({ joinCode, onDone, onClose }: RevokeDialogProps) {
  const dispatch = useAppDispatch();
  const [revoke, { isLoading }] = api.useRevokeJoinCodeMutation();
  const confirm = async () => {
    const { error } = await revoke({ params: { joinCodeId: joinCode.id } });
    dispatch(error ? failureAlert(error) : successAlert('Join code revoked.'));
    if (!error) onDone();
    onClose();
  };
  return (
    <ConfirmDialog
      title="Revoke join code?"
      action="Revoke"
      pendingAction="Revoking…"
      isDanger
      isPending={isLoading}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>
        Nobody can sign up any more with the code issued <strong>{momentLabel(joinCode.issuedAt)}</strong>. This cannot
        be undone; you can issue a new one.
      </p>
    </ConfirmDialog>
  );
}
