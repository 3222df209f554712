import { useParams } from 'react-router';
import { useInvalidUrl } from '#web/app/invalid-url.ts';
import { WithRight } from '#web/layouts/with-right.tsx';
import { FoundRows } from './found-rows.tsx';
import { RecurringRows } from './recurring-rows.tsx';
import { incompleteLink } from './report-words.ts';
import { VisitRows } from './visit-rows.tsx';

const lists = new Map([
  ['visits', VisitRows],
  ['recurring', RecurringRows],
  ['inquiries', FoundRows],
]);

/** What a figure of the report counts. One page for all kinds, since each page of the site makes every other one heavier. */
export default function RowsPage() {
  const List = lists.get(useParams().rows ?? '');
  useInvalidUrl(!List, incompleteLink);
  return <WithRight right="money">{List && <List />}</WithRight>;
}
