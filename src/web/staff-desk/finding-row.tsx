import type { Finding } from '#contract/findings.ts';
import { api } from '#web/api/api.ts';
import { failureAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { DeskRow } from './desk-rows.tsx';
import { findingPath, findingTitle, findingWords } from './finding-words.ts';

/** Where the money does not agree, or Stripe warns. What no act mends staff put aside. */
export function FindingRow({ finding }: { finding: Finding }) {
  const dispatch = useAppDispatch();
  const [see, { isLoading }] = api.useSeeFindingMutation();
  const { what, how } = findingWords(finding);
  const title = findingTitle(finding);
  const putAside = async () => {
    const { error } = await see({ params: { findingId: finding.id }, body: { isSeen: true } });
    if (error) dispatch(failureAlert(error));
  };
  return (
    <div>
      <DeskRow to={findingPath(finding)} title={title}>
        <p className="text-ink">{what}</p>
        <p>{how}</p>
      </DeskRow>
      <div className="pb-3">
        <Button
          variant="secondary"
          aria-label={`Put aside: ${title}, ${what}`}
          isPending={isLoading}
          pendingLabel="Saving…"
          onPress={() => void putAside()}
        >
          Put aside
        </Button>
      </div>
    </div>
  );
}
