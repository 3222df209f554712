import { api } from '#web/api/api.ts';
import { useMay } from '#web/app/use-may.ts';
import { CardLoaded } from '#web/ui/card-loaded.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { troubleText } from './system-words.ts';

/** Says on the desk that something the business runs on is in trouble, to those who can see to it; else nothing. */
export function SystemTrouble() {
  const may = useMay('system');
  const { data, ...call } = api.useGetSystemQuery(undefined, { skip: !may, refetchOnMountOrArgChange: true });
  if (!data && call.error) {
    return (
      <CardLoaded what="state of the system" {...call}>
        {() => null}
      </CardLoaded>
    );
  }
  const trouble = data && troubleText(data);
  if (!trouble) return null;
  return (
    <section aria-label="System" className="flex flex-wrap items-center gap-3 rounded-card bg-warn-tint p-4 text-warn">
      <p className="min-w-0 flex-1 basis-60 font-semibold">{trouble}</p>
      <LinkButton variant="secondary" to="/system">
        See what to do
      </LinkButton>
    </section>
  );
}
