import type { CustomerRow } from '#contract/customers.ts';
import type { CustomerFilter } from '#domain/customer-filters.ts';
import { moneyLabel } from '#domain/labels.ts';
import type { Mark } from '#web/ui/marks.tsx';

export const filterLabels: Record<CustomerFilter, string> = {
  active: 'With visits due',
  paused: 'Paused',
  owing: 'With an open bill',
  'no-card': 'Without a card',
  outside: 'Outside the service area',
  closed: 'Closed',
};

type Standing = Pick<
  CustomerRow,
  'proposed' | 'active' | 'paused' | 'openAmount' | 'onItsWay' | 'hasCard' | 'isOutside' | 'isConfirmed' | 'closedAt'
>;

/** @returns what is to be known of a customer first, in a few words each */
export function marksOf(standing: Standing): Mark[] {
  const { proposed, active, paused, openAmount, onItsWay, hasCard, isOutside, isConfirmed, closedAt } = standing;
  const owed = openAmount - onItsWay;
  const marks: (Mark | false)[] = [
    closedAt !== null && { label: 'Closed', tone: 'ended' },
    active > 0 && { label: active === 1 ? 'Active' : `${active} active`, tone: 'accepted' },
    proposed > 0 && { label: 'Waits for a worker', tone: 'neutral' },
    paused > 0 && { label: paused === 1 ? 'Paused' : `${paused} paused`, tone: 'warn' },
    owed > 0 && { label: `${moneyLabel(owed)} open`, tone: 'warn' },
    onItsWay > 0 && { label: `${moneyLabel(onItsWay)} on its way`, tone: 'neutral' },
    !hasCard && { label: 'No card', tone: 'neutral' },
    !isConfirmed && { label: 'Not confirmed', tone: 'warn' },
    isOutside && { label: 'Outside the area', tone: 'warn' },
  ];
  return marks.filter((mark) => mark !== false);
}
