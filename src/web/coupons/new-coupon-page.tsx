import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form';
import { useNavigate } from 'react-router';
import { NewCoupon, offeredTerms } from '#contract/coupons.ts';
import { enumLabel } from '#domain/labels.ts';
import { api } from '#web/api/api.ts';
import { fieldOf } from '#web/app/field-of.ts';
import { useFormSubmit } from '#web/app/form-submit.ts';
import { NewPage } from '#web/app/new-page.tsx';
import { WithRight } from '#web/layouts/with-right.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { dollarsToCents, NumberField } from '#web/ui/number-field.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { termWords } from './coupon-words.ts';

type CouponValues = {
  name: string;
  term: (typeof offeredTerms)[number] | '';
  maxRedemptions?: number | undefined;
  oncePerCustomer: boolean;
  /** Integer cents. */
  amountOff?: number | undefined;
  percentOff?: number | undefined;
};

const termOptions = offeredTerms.map((value) => ({ value, label: enumLabel(value), description: termWords[value] }));

/** Adds a coupon and goes back to the list. */
export default function NewCouponPage() {
  return (
    <WithRight right="catalogue">
      <NewCouponForm />
    </WithRight>
  );
}

function NewCouponForm() {
  const navigate = useNavigate();
  const [createCoupon, { isLoading }] = api.useCreateCouponMutation();
  const form = useForm<CouponValues>({
    initialValues: { name: '', term: '', oncePerCustomer: true },
    validate: schemaResolver(NewCoupon, { sync: true }),
    validateInputOnBlur: ['name'],
  });
  const formProps = useFormSubmit(form, async (values) => {
    const { amountOff, percentOff, ...rest } = NewCoupon.parse(values);
    const { error } = await createCoupon({ body: { ...rest, ...(amountOff ? { amountOff } : { percentOff }) } });
    if (!error) navigate('/coupons', { replace: true });
    return error;
  });

  const field = fieldOf(form);
  return (
    <NewPage
      title="New Coupon"
      description="Only its name can be changed later."
      formProps={formProps}
      isSaving={isLoading}
      list="/coupons"
    >
      <TextField
        label="Name"
        autoComplete="off"
        autoCapitalize="characters"
        description="What customers type in, in capitals or small letters alike. At most 40 characters."
        isRequired
        {...field('name')}
      />
      <RadioCards label="Term" options={termOptions} columns={2} isRequired {...field('term')} />
      <NumberField
        label="Max Redemptions"
        description="How many engagements may use it."
        minValue={0}
        isRequired
        {...field('maxRedemptions')}
      />
      <Checkbox
        label="Once per customer"
        description="Only one service of each customer may use it."
        {...field('oncePerCustomer')}
      />
      <DiscountFields form={form} />
    </NewPage>
  );
}

/** Amount or percentage: what is wrong between the two is told at both, and a change of either makes it good at both. */
function DiscountFields({ form }: { form: UseFormReturnType<CouponValues> }) {
  const field = fieldOf(form);
  const change = (field: 'amountOff' | 'percentOff', value: number | undefined) => {
    form.setFieldValue(field, value);
    form.clearFieldError('amountOff');
    form.clearFieldError('percentOff');
  };
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <NumberField
        label="Amount Off"
        unit="dollars"
        minValue={0}
        {...field('amountOff')}
        value={form.values.amountOff && form.values.amountOff / 100}
        onChange={(dollars) => change('amountOff', dollars && dollarsToCents(dollars))}
      />
      <NumberField
        label="Percent Off"
        unit="percent"
        minValue={0}
        {...field('percentOff')}
        onChange={(value) => change('percentOff', value)}
      />
    </div>
  );
}
