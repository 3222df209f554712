import { type Found, type FoundInquiry, reports } from '#contract/reports.ts';
import { momentLabel } from '#domain/calendar.ts';
import { numberLabel } from '#domain/labels.ts';
import type { Became } from '#domain/reports.ts';
import { api } from '#web/api/api.ts';
import { referralLabel } from './report-words.ts';
import { RowFacts, RowsList, useQueryOf } from './rows-list.tsx';

function titleOf({ referral, became }: { referral?: string | undefined; became?: Became | undefined }): string {
  const how = referral ? `Heard about us: ${referralLabel(referral)}` : 'Nothing written of how they heard about us';
  return became ? `${how}; ${{ 'signed-up': 'signed up', visited: 'had a visit' }[became]}` : how;
}

type Asked = { referral?: string | undefined; became?: Became | undefined };

/** What the rows come to; nothing of a way that is not among those that are counted. */
function totalOf(found: Found[], { referral, became }: Asked): [string, string][] {
  const way = found.find((one) => (one.referral ?? '') === (referral ?? ''));
  if (!way) return [];
  const count = became ? { 'signed-up': way.signedUp, visited: way.visited }[became] : way.inquiries;
  return [['Inquiries', numberLabel(count)]];
}

function becameLabel({ isSignUp, isVisited }: Pick<FoundInquiry, 'isSignUp' | 'isVisited'>): string {
  if (!isSignUp) return 'Was a customer already, or had asked before';
  return isVisited ? 'Signed up, and had a visit' : 'Signed up';
}

/** The inquiries of visitors who found the business in one way. */
export function FoundRows() {
  const query = useQueryOf(reports.listFoundInquiries.query);
  const loaded = api.useListFoundInquiriesInfiniteQuery(
    { query: query ?? { from: '', to: '' } },
    { refetchOnMountOrArgChange: true, refetchOnReconnect: true, skip: !query },
  );
  if (!query) return null;
  return (
    <RowsList
      title={titleOf(query)}
      query={query}
      total={({ found }) => totalOf(found, query)}
      loaded={loaded}
      rows={loaded.currentData?.pages.flatMap(({ inquiries }) => inquiries)}
      keyOf={({ id }) => id}
    >
      {({ receivedAt, name, customer, ...inquiry }) => (
        <RowFacts
          title={name}
          to={customer ? `/customers/${customer.id}` : undefined}
          facts={[`Asked ${momentLabel(receivedAt)}`, customer ? becameLabel(inquiry) : 'Has not signed up']}
        />
      )}
    </RowsList>
  );
}
