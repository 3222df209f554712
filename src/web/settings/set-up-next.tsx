import { api } from '#web/api/api.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { useOwnFactor } from './own-factor.ts';
import { missingOf, missingSentence } from './setup-words.ts';

/** What a business without customers does next. Who serves some has the page of it in the settings. */
export function SetUpNext() {
  const { data } = api.useGetSetupQuery(undefined, { refetchOnMountOrArgChange: true });
  const factor = useOwnFactor();
  if (!data || !factor || missingOf(data, factor) === 0) return null;
  return (
    <section aria-label="Set up the business" className="on-evergreen-band rounded-card p-5 shadow-card sm:p-8">
      <h2 className="text-3xl">Before your first customer</h2>
      <p className="mt-2 mb-4 text-lg">{missingSentence(data, factor)}</p>
      <LinkButton to="/setup" variant="accent" size="large">
        Set up the business
      </LinkButton>
    </section>
  );
}
