import { useRef, useState } from 'react';
import type { JoinCode } from '#contract/join-codes.ts';
import { momentLabel } from '#domain/calendar.ts';
import { staffRoleLabels } from '#domain/rights.ts';
import { api } from '#web/api/api.ts';
import { failureAlert, successAlert } from '#web/app/alerts.ts';
import { PagedList } from '#web/app/paged-list.tsx';
import { useAppDispatch } from '#web/app/store.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { useFocusKept } from '#web/ui/focus-kept.ts';
import { joinCodeFate, joinCodeMarks } from './team-words.ts';

/** Lists every join code, newest first. */
export function JoinCodeList({ onRevoked }: { onRevoked: (joinCode: JoinCode) => void }) {
  const list = useRef<HTMLDivElement>(null);
  const [revoking, setRevoking] = useState<JoinCode>();
  const loaded = api.useListJoinCodesQuery(undefined, { refetchOnMountOrArgChange: true });
  useFocusKept(list);
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      <PagedList
        what="join codes"
        loaded={loaded}
        rows={loaded.data?.joinCodes}
        keyOf={({ id }) => id}
        empty={<EmptyState title="No Join Codes" text="Create a new join code to hire somebody." />}
      >
        {(joinCode) => <JoinCodeCard joinCode={joinCode} onRevoke={() => setRevoking(joinCode)} />}
      </PagedList>
      {revoking && (
        <RevokeDialog joinCode={revoking} onDone={() => onRevoked(revoking)} onClose={() => setRevoking(undefined)} />
      )}
    </div>
  );
}

function JoinCodeCard({ joinCode, onRevoke }: { joinCode: JoinCode; onRevoke: () => void }) {
  const { issuedBy, issuedAt, role, state } = joinCode;
  const mark = joinCodeMarks[state];
  return (
    <article className="wrap-anywhere flex flex-wrap items-center gap-x-6 gap-y-4 rounded-card border border-line bg-surface p-5 shadow-card sm:px-7">
      <div className="grid min-w-0 flex-[1_1_16rem] gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h3 className="min-w-0 text-lg">{joinCodeFate(joinCode)}</h3>
          <Badge>{staffRoleLabels[role]}</Badge>
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
  const [revoke] = api.useRevokeJoinCodeMutation();
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
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        Nobody can sign up anymore with the code issued <strong>{momentLabel(joinCode.issuedAt)}</strong>. This cannot
        be undone; you can issue a new one.
      </p>
    </ConfirmDialog>
  );
}
