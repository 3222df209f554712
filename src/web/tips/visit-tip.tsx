import { useState } from 'react';
import type { VisitTip as Tip } from '#contract/tips.ts';
import { ConfirmPayments } from '#web/payment-methods/confirm-payments.tsx';
import { Button } from '#web/ui/button.tsx';
import { later } from '#web/ui/later.tsx';
import { tipSentence } from './tip-words.ts';

const TipDialog = later(async () => (await import('./tip-dialog.tsx')).TipDialog);

type VisitTipProps = {
  customerProfileId: string;
  engagementId: string;
  visit: { workId: string; workerName: string; tip: Tip | null; mayTip: boolean };
  /** Whether the customer looks at it; else staff do. */
  isOwn: boolean;
};

/** The tip of a visit, or a button to leave one. Shows nothing when there is neither. */
export function VisitTip({ customerProfileId, engagementId, visit, isOwn }: VisitTipProps) {
  const { tip, mayTip } = visit;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {tip && (
        <p className={tip.state === 'to-confirm' ? 'mt-2 font-semibold text-danger' : 'mt-2'}>
          {tipSentence(tip, isOwn)}
        </p>
      )}
      {tip?.state === 'to-confirm' && isOwn && (
        <div className="mt-3 empty:hidden print:hidden">
          <ConfirmPayments customerProfileId={customerProfileId} engagementId={engagementId} />
        </div>
      )}
      {mayTip && isOwn && (
        <Button variant="secondary" className="mt-3 print:hidden" onPress={() => setOpen(true)}>
          Leave a tip
        </Button>
      )}
      {isOpen && <TipDialog engagementId={engagementId} visit={visit} onClose={() => setOpen(false)} />}
    </>
  );
}
