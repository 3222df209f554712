import { countedLabel } from '#domain/labels.ts';
import { api } from '#web/api/api.ts';

/** Tells staff, before they close an account, how many engagements that changes. */
export function ClosingEffects({ profileId }: { profileId: string }) {
  const { data, error } = api.useCountClosingQuery({ params: { profileId } }, { refetchOnMountOrArgChange: true });
  if (error) return <p>We could not count what they have under way. It ends with the account.</p>;
  if (!data) {
    // As high as what comes in its place, so that the buttons below do not move under a finger.
    return (
      <p role="status" className="min-h-36">
        Counting what they have under way…
      </p>
    );
  }
  const { cancelled, paused, released } = data;
  return (
    <>
      {cancelled + paused + released === 0 ? (
        <p>They have no engagement under way.</p>
      ) : (
        <ul className="grid list-disc gap-1 pl-5">
          {released > 0 && (
            <li>
              <strong>{countedLabel(released, 'engagement')}</strong> that they serve: open to all workers again, and
              the customers are told.
            </li>
          )}
          {paused > 0 && (
            <li>
              <strong>{countedLabel(paused, 'engagement')}</strong> of their own: paused, and the workers are told.
            </li>
          )}
          {cancelled > 0 && (
            <li>
              <strong>{countedLabel(cancelled, 'engagement')}</strong> that nobody has taken yet: canceled.
            </li>
          )}
        </ul>
      )}
      <p>
        Orders that wait for them are taken back. What is owed is still collected and paid out. One letter tells them
        that the account is closed.
      </p>
    </>
  );
}
