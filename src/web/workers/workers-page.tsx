import { Footprints, HardHat } from 'lucide-react';
import { countedLabel } from '#domain/labels.ts';
import { api } from '#web/api/api.ts';
import { SearchedList, useListSearch } from '#web/app/searched-list.tsx';
import { PersonLink } from '#web/profiles/person-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconLine } from '#web/ui/icon-line.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { filterLabels, marksOf } from './worker-words.ts';

/** @returns a mail to write, with the way to the sign-up */
const invitation = () =>
  `mailto:?${new URLSearchParams({
    subject: 'Work with us',
    body: `Please sign up as a worker: ${location.origin}/sign-up`,
  })}`.replaceAll('+', '%20');

/** All workers, for staff. */
export default function WorkersPage() {
  const search = useListSearch(filterLabels);
  const { q, filter, isNarrowed } = search;
  const loaded = api.useListWorkersInfiniteQuery(
    { query: { ...(q !== '' && { q }), ...(filter && { filter }) } },
    { refetchOnMountOrArgChange: true },
  );
  return (
    <SearchedList
      title="Workers"
      description="Everybody who has signed up as a worker, the newest first."
      search={search}
      what="workers"
      loaded={loaded}
      rows={loaded.currentData?.pages.flatMap(({ workers }) => workers)}
      keyOf={({ profileId }) => profileId}
      empty={
        <EmptyState
          title="No Workers"
          text={
            isNarrowed
              ? 'Nobody is like this. Try other words, or another filter.'
              : 'Nobody has signed up yet. Send your workers to the site: at the sign-up they choose “Worker”, and then you approve them here.'
          }
          action={!isNarrowed && <LinkButton to={invitation()}>Invite by email</LinkButton>}
        />
      }
    >
      {(worker) => (
        <PersonLink
          to={`/workers/${worker.profileId}`}
          icon={HardHat}
          person={worker}
          marks={marksOf(worker)}
          place={worker.city}
        >
          <IconLine icon={Footprints}>{countedLabel(worker.active, 'service')}</IconLine>
        </PersonLink>
      )}
    </SearchedList>
  );
}
