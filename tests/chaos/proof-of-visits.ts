import { couponDiscount } from '#domain/coupon-discount.ts';
import { creditFor } from '#domain/credit.ts';
import type { Business } from './business.ts';
import { compare, compareLists, select } from './compare.ts';

type VisitRow = {
  id: string;
  status: string;
  charges: {
    amount: number;
    discount: number;
    creditUsed: number;
    payment: string | null;
    isNotBilled: boolean;
    isCreditReturned: boolean;
  }[];
  entries: Record<string, number>;
};

/**
 * Each visit that was acknowledged is charged once, at its price, and collected once if it is paid at all. What credit pays of
 * it stays paid while its bill is open (decision 21), and goes back when that is written off.
 */
export async function visits(business: Business, debtors: ReadonlySet<string>): Promise<string[]> {
  const { visits: acknowledged } = business.acknowledged;
  const rows = await select<VisitRow>(
    business,
    `select visits.id, visits.step as status,
       (select coalesce(json_agg(json_build_object('amount', charges.amount, 'discount', discount, 'creditUsed', charges.credit_used,
          'payment', payments.status, 'isNotBilled', is_not_billed, 'isCreditReturned', coalesce(is_credit_returned, false))), '[]')
        from charges left join payments on payments.id = payment_id left join bills on bills.id = charges.bill_id where work_id = visits.id) charges,
       (select coalesce(json_object_agg(kind, sum), '{}') from
         (select kind, sum(entries.amount)::int sum from entries left join payments on payments.id = payment_id
          where visit_id = visits.id and tip_work_id is null group by kind) sums) entries
     from visits where step is not null order by visits.day, visits.id`,
  );
  const ids = rows.map(({ id }) => id);
  const differences = compareLists('completed visits', [...acknowledged.keys()], ids);
  const visitsBefore = new Map<number, number>();
  for (const { id, status, charges, entries } of rows) {
    const yard = acknowledged.get(id);
    if (!yard) continue;
    const { baseCost } = yard.engagement;
    const before = visitsBefore.get(yard.index) ?? 0;
    visitsBefore.set(yard.index, before + 1);
    const discount = yard.discount ? couponDiscount(yard.discount, baseCost, before) : 0;
    const [charge] = charges;
    const isPaid = charge?.payment === 'paid' || charge?.payment === 'refunded';
    const isWrittenOff = charge?.payment === 'written-off';
    const isNotBilled = charge?.isNotBilled ?? false;
    const mayOwe = debtors.has(yard.customer.profileId) && charge?.payment === 'declined';
    const amount = baseCost - discount;
    const byCredit = isPaid || mayOwe ? (charge?.creditUsed ?? 0) : 0;
    // Written off, with the credit given back, and then paid by the card all the same.
    const back = charge?.isCreditReturned ? byCredit : 0;
    const expected = { status: 'WORK_STATUS_WORK_COMPLETED', charges: 1, amount, discount, isSettled: true };
    const found = { status, charges: charges.length, amount: charge?.amount, discount: charge?.discount };
    differences.push(
      ...compare(`visit ${id}`, expected, { ...found, isSettled: isPaid || isWrittenOff || isNotBilled || mayOwe }),
      ...compare(
        `entries of visit ${id}`,
        [
          -baseCost,
          discount,
          isPaid ? amount - byCredit : 0,
          isWrittenOff ? amount : back,
          isNotBilled ? amount : 0,
          byCredit - back,
        ],
        [
          entries.charge,
          entries.discount ?? 0,
          entries.collected ?? 0,
          entries['write-off'] ?? 0,
          entries['not-billed'] ?? 0,
          entries['credit-used'] ?? 0,
        ],
      ),
    );
  }
  return differences;
}

type CreditRow = { customer: string; used: number; open: number[] };

/**
 * What a customer was given of credit has paid for visits or is shown as left; and none is left that could pay for a bill
 * that is open (decision 21).
 */
export async function credits(business: Business): Promise<string[]> {
  const { call, staff } = business;
  const rows = await select<CreditRow>(
    business,
    `select id customer,
       (select coalesce(sum(charges.credit_used), 0)::int from charges join bills on bills.id = charges.bill_id
        where customer_profile_id = profiles.id and not is_credit_returned) used,
       (select coalesce(json_agg(payments.amount), '[]') from payments join bills on bills.id = bill_id
        where customer_profile_id = profiles.id and not is_taken_over and status not in ('paid', 'refunded', 'written-off')) open
     from profiles where id in (select customer_profile_id from engagements)`,
  );
  const given = Map.groupBy(business.acknowledged.acts.values(), ({ creditOf }) => creditOf);
  const differences: string[] = [];
  for (const { customer, used, open } of rows) {
    const input = { as: staff.accessToken, params: { customerProfileId: customer } };
    const { credit: left } = (await call('getBilling', input)).body;
    const acts = (given.get(customer) ?? []).filter(({ isTaken }) => isTaken);
    const sum = acts.reduce((total, { amount }) => total + amount, 0);
    differences.push(
      ...compare(`the credit of ${customer}, used or left`, sum, used + left),
      ...open
        .filter((amount) => creditFor(left, amount) > 0)
        .map((amount) => `${customer} has ${left} of credit, and owes a bill of ${amount}`),
    );
  }
  return differences;
}
