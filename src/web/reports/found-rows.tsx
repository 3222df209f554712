import { reports } from '#contract/reports.ts';
import { momentLabel } from '#domain/calendar.ts';
import { staffApi } from '#web/api/staff-api.ts';
import { RowLines, RowsList, useQueryOf } from './rows-list.tsx';

/** The inquiries of visitors who found the business in one way. */
export function FoundRows() {
  const query = useQueryOf(reports.listFoundInquiries.query);
  const loaded = staffApi.useListFoundInquiriesInfiniteQuery(
    { query: query ?? { from: '', to: '' } },
    { refetchOnMountOrArgChange: true, skip: !query },
  );
  if (!query) return null;
  return (
    <RowsList
      title={query.referral ? `Heard about us: ${query.referral}` : 'Nothing written of how they heard about us'}
      query={query}
      loaded={loaded}
      rows={loaded.currentData?.pages.flatMap(({ inquiries }) => inquiries)}
      keyOf={({ id }) => id}
    >
      {({ receivedAt, name, customer, isVisited }) => (
        <RowLines
          title={name}
          to={customer ? `/customers/${customer.id}` : undefined}
          lines={[
            `Asked ${momentLabel(receivedAt)}`,
            customer ? (isVisited ? 'Signed up, and had a visit' : 'Signed up') : 'Has not signed up',
          ]}
        />
      )}
    </RowsList>
  );
}
