import type { UseFormReturnType } from '@mantine/form';
import type { Product } from '#contract/products.ts';
import { billingCycles, pickable } from '#domain/enums.ts';
import type { BaseRates } from '#domain/pricing.ts';
import { api } from '#web/api/api.ts';
import { fieldOf } from '#web/app/field-of.ts';
import { NumberField } from '#web/ui/number-field.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { billingCycleWords, multiplierWords, visitPriceLabel } from './product-words.ts';

/** What a product's form edits; '' and undefined while nothing is chosen or typed. */
export type ProductValues = {
  name: string;
  description: string;
  billingCycle: Product['billingCycle'] | '';
  baseCostRetentionPeriod: number | undefined;
  baseCostMultiplier: number | undefined;
};

const cycleOptions = pickable(billingCycles).map((value) => ({ value, ...billingCycleWords(value) }));

/** The texts; a number is in, and can be checked, only once its field was left. */
export const checkedOnBlur = ['name', 'description'];

/** Everything that staff say of a product. */
export function ProductFields({ form }: { form: UseFormReturnType<ProductValues> }) {
  const { data } = api.useListProductsQuery({ query: {} });
  const field = fieldOf(form);
  return (
    <>
      <TextField label="Name" autoComplete="off" isRequired {...field('name')} />
      <TextField
        label="Description"
        autoComplete="off"
        description="What customers read before they choose it."
        rows={4}
        isRequired
        {...field('description')}
      />
      <Select label="Billing Cycle" autoComplete="off" options={cycleOptions} isRequired {...field('billingCycle')} />
      <NumberField
        label="How long a price is held"
        description="In minutes: for so long what is asked for keeps its price until a worker accepts it."
        minValue={0}
        isRequired
        {...field('baseCostRetentionPeriod')}
      />
      <NumberField
        label="Price multiplier"
        description={multiplierWords(data?.baseRates)}
        minValue={0}
        isRequired
        {...field('baseCostMultiplier')}
      />
      <VisitPrice multiplier={form.values.baseCostMultiplier} rates={data?.baseRates} />
    </>
  );
}

/** What a visit will cost, as soon as the multiplier can be reckoned with. */
function VisitPrice({ multiplier, rates }: { multiplier: number | undefined; rates: BaseRates | undefined }) {
  const isKnown = rates !== undefined && multiplier !== undefined && Number.isInteger(multiplier) && multiplier > 0;
  return (
    <p role="status" className="rounded-control bg-sunken px-4 py-3">
      <span className="font-semibold">Price of a visit:</span>{' '}
      {isKnown ? visitPriceLabel(rates, multiplier) : 'set the multiplier to see it'}
    </p>
  );
}
