import { ClipboardList, Plus } from 'lucide-react';
import { momentDayLabel } from '#domain/calendar.ts';
import { fullName, moneyLabel } from '#domain/labels.ts';
import { api } from '#web/api/api.ts';
import { SearchedList, useListSearch } from '#web/app/searched-list.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { RowLink } from '#web/ui/row-link.tsx';
import { orderMark } from './order-words.ts';

const filterLabels = { waiting: 'Card needed', stuck: 'Needs you' };

/** What staff have asked for on behalf of customers, newest first. */
export default function OrdersPage() {
  const search = useListSearch(filterLabels);
  const { q, filter, isNarrowed } = search;
  const loaded = api.useListOrdersInfiniteQuery(
    { query: { ...(q !== '' && { q }), ...(filter && { state: filter }) } },
    { refetchOnMountOrArgChange: true },
  );
  return (
    <SearchedList
      title="Orders"
      description="What we asked for on behalf of customers. Workers see it once the customer has saved a card."
      actions={
        <LinkButton to="/customers/new" size="icon" aria-label="New customer">
          <Plus aria-hidden="true" className="size-6" />
        </LinkButton>
      }
      search={search}
      what="orders"
      loaded={loaded}
      rows={loaded.currentData?.pages.flatMap(({ orders }) => orders)}
      keyOf={({ id }) => id}
      empty={
        <EmptyState
          title="No Orders"
          text={isNarrowed ? 'None is like this.' : 'When somebody calls, write down here what they want.'}
          action={<LinkButton to="/customers/new">New customer</LinkButton>}
        />
      }
    >
      {(order) => {
        const { label, tone } = orderMark(order);
        return (
          <RowLink to={`/orders/${order.id}`} icon={ClipboardList}>
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="min-w-0 font-bold font-display text-xl">{fullName(order)}</span>
              <Badge tone={tone}>{label}</Badge>
            </span>
            <span className="mt-1 block text-ink-soft">
              {order.productName} · {moneyLabel(order.baseCost)} · {order.streetAddress1}, {order.city}
            </span>
            <span className="block text-ink-soft text-sm">
              By {order.askedBy}, {momentDayLabel(order.createdAt)}
            </span>
          </RowLink>
        );
      }}
    </SearchedList>
  );
}
