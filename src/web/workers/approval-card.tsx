import { useState } from 'react';
import type { Worker } from '#contract/workers.ts';
import { type Approval, longestApprovalReason } from '#domain/approval.ts';
import { api } from '#web/api/api.ts';
import { failureAlert, successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { useMay } from '#web/app/use-may.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Fact } from '#web/ui/fact.tsx';
import { TextField } from '#web/ui/text-field.tsx';

const sentences: Record<Approval, string> = {
  waiting: 'Waits for approval, and sees no proposals before.',
  approved: 'Sees proposals, and takes them on once Stripe can pay them.',
  refused: 'Sees no proposals. What they look after is theirs until it is released or the account is closed.',
};

/** Whether a worker may take on services; managers and owners decide that. */
export function ApprovalCard({ worker }: { worker: Worker }) {
  const { profileId, name, approval, approvalReason, version } = worker;
  const dispatch = useAppDispatch();
  const mayDecide = useMay('people');
  const [decide, { isLoading }] = api.useDecideApprovalMutation();
  const [isRefusing, setRefusing] = useState(false);
  const send = async (approved: boolean, reason = '') => {
    const decision = approved ? ('approved' as const) : ('refused' as const);
    const body = { approval: decision, ...(reason && { reason }), version };
    const { error } = await decide({ params: { workerProfileId: profileId }, body });
    dispatch(error ? failureAlert(error) : successAlert(`${name} is ${decision}. An email tells them.`));
    if (!error) setRefusing(false);
  };
  return (
    <Card title="Approval" description={sentences[approval]}>
      {approvalReason && (
        <dl className="mb-5">
          <Fact label="Why">{approvalReason}</Fact>
        </dl>
      )}
      {mayDecide ? (
        <div className="flex flex-wrap gap-3">
          {approval !== 'approved' && (
            <Button isPending={isLoading && !isRefusing} pendingLabel="Approving…" onPress={() => void send(true)}>
              Approve
            </Button>
          )}
          {approval !== 'refused' && (
            <Button variant="secondary" onPress={() => setRefusing(true)}>
              {approval === 'approved' ? 'Take back the approval' : 'Refuse'}
            </Button>
          )}
        </div>
      ) : (
        <p className="text-ink-soft">A manager or an owner decides this.</p>
      )}
      {isRefusing && (
        <RefuseDialog
          worker={worker}
          isPending={isLoading}
          onRefuse={(reason) => void send(false, reason)}
          onClose={() => setRefusing(false)}
        />
      )}
    </Card>
  );
}

type RefuseDialogProps = {
  worker: Worker;
  isPending: boolean;
  onRefuse: (reason: string) => void;
  onClose: () => void;
};

function RefuseDialog({ worker: { name, approval, active, paused }, isPending, onRefuse, onClose }: RefuseDialogProps) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const wasApproved = approval === 'approved';
  const theirs = active + paused;
  return (
    <ConfirmDialog
      title={wasApproved ? 'Take back the approval?' : 'Refuse this worker?'}
      action={wasApproved ? 'Take it back' : 'Refuse'}
      pendingAction="Saving…"
      isDanger
      isPending={isPending}
      onConfirm={() => (reason.trim() ? onRefuse(reason.trim()) : setError('Please say why. The worker reads it.'))}
      onClose={onClose}
    >
      <p>
        <strong>{name}</strong> sees no proposals from then on, and is told by email.
        {theirs > 0 &&
          ` Their present services, ${theirs}, stay theirs: release those that are to go to others, or close the account, which releases all.`}
      </p>
      <TextField
        label="Why"
        description="The worker reads it."
        autoComplete="off"
        isRequired
        rows={3}
        maxLength={longestApprovalReason}
        value={reason}
        onChange={(text) => {
          setReason(text);
          setError(undefined);
        }}
        error={error}
      />
    </ConfirmDialog>
  );
}
