import { correspondence as contract } from '#contract/correspondence.ts';
import { api } from '#web/api/api.ts';
import { useAddressQuery } from '#web/app/address-query.ts';
import { FoldedFilters } from '#web/app/folded-filters.tsx';
import { PagedList } from '#web/app/paged-list.tsx';
import { useAddress } from '#web/app/use-address.ts';
import { useMay } from '#web/app/use-may.ts';
import { useSearchText } from '#web/app/use-search-text.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { later } from '#web/ui/later.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { isGivenUp } from '#web/ui/message-marks.ts';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { DeadMessageButtons } from './dead-message-buttons.tsx';
import { filterNames, filterWidths } from './filter-widths.ts';
import { MessageRow } from './message-row.tsx';
import { reachLabel } from './message-words.ts';
import { OnlyOne } from './only-one.tsx';
import { WriteButton } from './write-button.tsx';

// The list stands before what narrows it: the fields of days are heavy.
const MessageFilters = later(
  async () => (await import('./message-filters.tsx')).MessageFilters,
  filterNames.map((name) => <Skeleton key={name} className={`h-19 w-full ${filterWidths[name]}`} />),
);

const toWhom = 'To';

/** What went to whom, for staff. Search and filters stand in the address. */
export default function MessagesPage() {
  const { typed, setTyped, q, error } = useSearchText(toWhom);
  const [parameters, change] = useAddress();
  const maySet = useMay('settings');
  const given = Object.fromEntries([...parameters].filter(([, value]) => value !== ''));
  const { query, problem } = useAddressQuery(contract.listMessages.query, { ...given, q: q || undefined });
  const loaded = api.useListMessagesInfiniteQuery(
    { query: query ?? {} },
    { refetchOnMountOrArgChange: true, skip: !query },
  );
  const set = (name: string, value: string) => change({ [name]: value === 'all' ? '' : value });
  const pages = loaded.currentData?.pages;
  const rows = pages?.flatMap(({ messages }) => messages);
  const profileId = parameters.get('profileId');
  return (
    <div className="content-width wrap-anywhere py-10">
      <PageHeading
        title="Messages"
        description="Emails and texts you’ve sent, and what’s queued."
        actions={
          <>
            <WriteButton />
            <RefreshButton isPending={loaded.isFetching} onPress={() => void loaded.refetch()} />
            <LinkButton to="/messages/inbound" variant="secondary">
              Texts from people
            </LinkButton>
            {maySet && (
              <LinkButton to="/settings" variant="secondary">
                Words and times
              </LinkButton>
            )}
          </>
        }
      />
      <search className="print:hidden mb-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-6">
        <TextField
          label={toWhom}
          type="search"
          autoComplete="off"
          autoCapitalize="none"
          placeholder="Name, phone or email"
          className="sm:col-span-2 lg:col-span-4"
          value={typed}
          onChange={setTyped}
          error={error}
        />
        <FoldedFilters
          count={filterNames.filter((name) => given[name]).length}
          isFaulty={problem !== undefined}
          className="grid gap-4 sm:contents"
        >
          <MessageFilters
            parameters={parameters}
            problemAt={(name) => (problem?.path[0] === name ? problem.message : undefined)}
            onSet={set}
          />
        </FoldedFilters>
      </search>
      {profileId && <OnlyOne word="To" profileId={profileId} rows={rows} onAll={() => set('profileId', '')} />}
      {pages?.[0]?.onlyPeople && (
        <p className="mb-4 text-ink-soft">
          More than {pages[0].onlyPeople} people are called so. These went to {pages[0].onlyPeople} of them; type more
          of the name to find the others.
        </p>
      )}
      <h2 className="sr-only">What was sent</h2>
      {query && (
        <PagedList
          what="messages"
          loaded={loaded}
          rows={rows}
          keyOf={({ id }) => id}
          empty={
            <EmptyState
              title="No Messages"
              text={
                parameters.size > 0
                  ? 'Nothing was sent that is like this. Try others, or other days.'
                  : 'Nothing was sent yet. What goes out to customers and workers shows up here.'
              }
            />
          }
          className="divide-y divide-line rounded-card border border-line bg-surface px-5 py-2 shadow-card *:py-3 sm:px-7"
        >
          {(message) => (
            <div className="grid gap-3">
              <MessageRow message={message} />
              {isGivenUp(message.state) && (
                <DeadMessageButtons
                  messageId={message.id}
                  recipient={reachLabel(message)}
                  subject={message.subject}
                  whyLost={message.whyLost}
                />
              )}
            </div>
          )}
        </PagedList>
      )}
    </div>
  );
}
