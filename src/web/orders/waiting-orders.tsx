import { Link } from 'react-router';
import { momentDayLabel } from '#domain/calendar.ts';
import { api } from '#web/api/api.ts';
import { textLinkClass } from '#web/ui/button-class.ts';

/** The orders that wait for a card of somebody with this email or phone number; nothing when there is none. */
export function WaitingOrders({ email, phone }: { email: string; phone: string }) {
  const { currentData } = api.useFindAccountsQuery({ query: { email, phone } }, { refetchOnMountOrArgChange: true });
  const orders = currentData?.waitingOrders ?? [];
  if (orders.length === 0) return null;
  return (
    <ul className="grid gap-2">
      {orders.map(({ id, name, createdAt }) => (
        <li key={id} className="rounded-card bg-warn-tint px-4 py-3 text-warn">
          An order for {name} of {momentDayLabel(createdAt)} waits for a card.{' '}
          <Link to={`/orders/${id}`} className={textLinkClass}>
            Open it
          </Link>
        </li>
      ))}
    </ul>
  );
}
