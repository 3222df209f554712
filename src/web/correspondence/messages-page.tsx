import { useSearchParams } from 'react-router';
import { correspondence as contract } from '#contract/correspondence.ts';
import { longestSearch } from '#contract/search.ts';
import { messageChannels, messageClasses, messageStates } from '#domain/correspondence.ts';
import { staffApi } from '#web/api/staff-api.ts';
import { dayOfText, textOfDay } from '#web/app/day-text.ts';
import { useInvalidUrl } from '#web/app/invalid-url.ts';
import { PagedList } from '#web/app/paged-list.tsx';
import { useMay } from '#web/app/use-may.ts';
import { useSearchText } from '#web/app/use-search-text.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { NativeSelect } from '#web/ui/native-select.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { DeadMessageButtons } from './dead-message-buttons.tsx';
import { MessageRow } from './message-row.tsx';
import { channelLabels, classLabels, reachLabel, stateMarks } from './message-words.ts';
import { OnlyOne } from './only-one.tsx';

const optionsOf = <Value extends string>(all: string, values: readonly Value[], labelOf: (value: Value) => string) => [
  { value: 'all', label: all },
  ...values.map((value) => ({ value, label: labelOf(value) })),
];
/** What a list can be narrowed to by choosing one, each with its name in the address. */
const choices = [
  {
    name: 'channel',
    label: 'Sent by',
    options: optionsOf('Either', messageChannels, (one) => channelLabels[one]),
  },
  {
    name: 'state',
    label: 'How it stands',
    options: optionsOf('However', messageStates, (one) => stateMarks[one].label),
  },
  { name: 'class', label: 'About', options: optionsOf('Anything', messageClasses, (one) => classLabels[one]) },
];

/** What went to whom, for staff. Search and filters stand in the address. */
export default function MessagesPage() {
  const { typed, setTyped, q } = useSearchText();
  const [parameters, setParameters] = useSearchParams();
  const maySet = useMay('settings');
  const given = Object.fromEntries([...parameters].filter(([, value]) => value !== ''));
  const checked = contract.listMessages.query.safeParse({ ...given, ...(q !== '' && { q }) });
  const problem = checked.error?.issues[0];
  const isWrongDay = problem?.path[0] === 'to' || problem?.path[0] === 'from';
  useInvalidUrl(Boolean(problem) && !isWrongDay);
  const loaded = staffApi.useListMessagesInfiniteQuery(
    { query: checked.data ?? {} },
    { refetchOnMountOrArgChange: true, skip: !checked.data },
  );
  const set = (name: string, value: string) =>
    setParameters(
      (before) => {
        if (value === '' || value === 'all') before.delete(name);
        else before.set(name, value);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  const pages = loaded.currentData?.pages;
  const rows = pages?.flatMap(({ messages }) => messages);
  const profileId = parameters.get('profileId');
  return (
    <div className="content-width wrap-anywhere py-10">
      <PageHeading
        title="Messages"
        description="What went to whom by mail and text, and what waits."
        actions={
          <>
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
      <search className="print:hidden mb-6 grid grid-cols-2 gap-4 lg:grid-cols-6">
        <TextField
          label="To whom"
          type="search"
          autoComplete="off"
          autoCapitalize="none"
          placeholder="Name, phone or e-mail"
          maxLength={longestSearch}
          className="col-span-2 lg:col-span-4"
          value={typed}
          onChange={setTyped}
        />
        <DateField
          label="First day"
          className="max-sm:col-span-2"
          value={dayOfText(parameters.get('from'))}
          onChange={(day) => set('from', textOfDay(day))}
          error={problem?.path[0] === 'from' ? problem.message : undefined}
        />
        <DateField
          label="Last day"
          className="max-sm:col-span-2"
          value={dayOfText(parameters.get('to'))}
          onChange={(day) => set('to', textOfDay(day))}
          error={problem?.path[0] === 'to' ? problem.message : undefined}
        />
        {choices.map(({ name, label, options }) => (
          <NativeSelect
            key={name}
            label={label}
            placeholder="Choose one"
            className={name === 'class' ? 'col-span-2' : 'lg:col-span-2'}
            options={options}
            value={parameters.get(name) ?? 'all'}
            onChange={(value) => set(name, value)}
          />
        ))}
      </search>
      {profileId && <OnlyOne word="To" profileId={profileId} rows={rows} onAll={() => set('profileId', '')} />}
      {pages?.[0]?.onlyPeople && (
        <p className="mb-4 text-ink-soft">
          More than {pages[0].onlyPeople} people are called so. These went to {pages[0].onlyPeople} of them; type more
          of the name to find the others.
        </p>
      )}
      <h2 className="sr-only">What was sent</h2>
      {checked.data && (
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
              {message.state === 'dead' && (
                <DeadMessageButtons messageId={message.id} recipient={reachLabel(message)} subject={message.subject} />
              )}
            </div>
          )}
        </PagedList>
      )}
    </div>
  );
}
