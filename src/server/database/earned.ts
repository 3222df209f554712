import { type SQLWrapper, sql } from 'drizzle-orm';
import { charges, payments } from './schema/billing.ts';
import { isWrittenOff } from './schema/states.ts';

/** What a query's charge has brought its worker, of `charges` and the `payments` that collect it; integer cents. */

/** What went back of a bill, if it is for this visit alone; what went back of others is no visit's. */
const ofVisitAlone = (goneBack: SQLWrapper) =>
  sql`case when coalesce(${payments.reversed} = 0 and ${payments.feeReturned} = 0, true) then 0
  when exists (select from ${charges} other where other.payment_id = ${payments.id} and other.id <> ${charges.id}) then 0
  else ${goneBack} end`;

export const givenBack = ofVisitAlone(payments.reversed);
/** What is left of price and fee: the ledger books the same of what was paid. */
export const price = sql`${charges.amount} - ${givenBack}`;
export const fee = sql`${charges.fee} - ${ofVisitAlone(payments.feeReturned)}`;
export const share = sql`${price} - (${fee})`;
/** What was written off is not earned. */
export const counts = sql`not ${isWrittenOff(charges, payments)}`;
