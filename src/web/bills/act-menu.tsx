import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { BillActs } from '#contract/acts.ts';
import type { Bill } from '#contract/bills.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/ui/button.tsx';
import { later } from '#web/ui/later.tsx';
import { Menu } from '#web/ui/menu.tsx';

// Their fields are much more than the bill, which customers open too.
const RefundDialog = later(async () => (await import('./refund-dialog.tsx')).RefundDialog);
const OwedBackDialog = later(async () => (await import('./owed-back-dialog.tsx')).OwedBackDialog);
const TryAgainDialog = later(async () => (await import('./collect-dialog.tsx')).TryAgainDialog);
const MoveCardDialog = later(async () => (await import('./collect-dialog.tsx')).MoveCardDialog);
const StopWaitingDialog = later(async () => (await import('./stop-waiting-dialog.tsx')).StopWaitingDialog);
const DecideDisputeDialog = later(async () => (await import('./decide-dispute-dialog.tsx')).DecideDisputeDialog);
const WriteOffDialog = later(async () => (await import('./write-off-dialog.tsx')).WriteOffDialog);

const labels = {
  'owed-back': 'Give as credit…',
  refund: 'Refund…',
  'try-again': 'Try again now…',
  'move-card': 'Move to another payment method…',
  'write-off': 'Write off…',
  'stop-waiting': 'Stop waiting for the bank…',
  'decide-dispute': 'Decide about the dispute…',
} as const;
type Choice = keyof typeof labels;
const noMethod = 'Try again now: its payment method is gone or not taken anymore';

type ActMenuProps = {
  bill: Bill;
  acts: BillActs;
};

/** What staff may do to a bill now: to a paid one refund it, to one that rests unpaid collect it or give it up. */
export function ActMenu({ bill, acts: { refunded, left, open, waiting } }: ActMenuProps) {
  const { id: billId, owedBack, creditUsed, dispute } = bill;
  const [chosen, setChosen] = useState<Choice>();
  const isToDecide = dispute?.status === 'lost' && dispute.decision === null;
  const ofPaid: Choice[] = [
    ...(isToDecide ? (['decide-dispute'] as const) : []),
    ...(owedBack > 0 && dispute?.status !== 'open' && dispute?.status !== 'lost' ? (['owed-back'] as const) : []),
    ...(left > 0 ? (['refund'] as const) : []),
  ];
  const choices: Choice[] = open ? ['try-again', 'move-card', 'write-off'] : waiting ? ['stop-waiting'] : ofPaid;
  // Stripe says it, after the page stands; until then, and when it cannot be asked, the dialog says why it cannot be done.
  const { currentData: saved } = api.useListBillCardsQuery({ params: { billId } }, { skip: !open });
  const cannotTry = saved !== undefined && !saved.cards.some(({ isOfService }) => isOfService);
  const entryOf = (id: Choice) =>
    id === 'try-again' && cannotTry
      ? { id, label: noMethod, isDisabled: true }
      : { id, label: labels[id], onAction: () => setChosen(id) };
  const [only, ...others] = choices;
  const onClose = () => setChosen(undefined);
  return (
    <>
      {only && others.length === 0 && (
        <Button variant="secondary" className="print:hidden" onPress={() => setChosen(only)}>
          {labels[only]}
        </Button>
      )}
      {others.length > 0 && (
        <Menu variant="secondary" className="print:hidden" entries={choices.map(entryOf)}>
          Act on this bill
          <ChevronDown aria-hidden="true" className="size-5" />
        </Menu>
      )}
      {chosen === 'refund' && (
        <RefundDialog
          billId={billId}
          left={left}
          refundedBefore={refunded}
          creditUsed={creditUsed}
          isAskedAbout={dispute?.status === 'inquiry'}
          onClose={onClose}
        />
      )}
      {chosen === 'owed-back' && <OwedBackDialog billId={billId} owed={owedBack} onClose={onClose} />}
      {chosen === 'decide-dispute' && dispute && (
        <DecideDisputeDialog billId={billId} amount={dispute.amount} onClose={onClose} />
      )}
      {chosen === 'try-again' && open && <TryAgainDialog billId={billId} {...open} onClose={onClose} />}
      {chosen === 'move-card' && open && <MoveCardDialog billId={billId} {...open} onClose={onClose} />}
      {chosen === 'stop-waiting' && waiting && <StopWaitingDialog billId={billId} {...waiting} onClose={onClose} />}
      {chosen === 'write-off' && open && <WriteOffDialog billId={billId} {...open} onClose={onClose} />}
    </>
  );
}
