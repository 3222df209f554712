import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form';
import { useNavigate } from 'react-router';
import { NewCoupon, offeredTerms } from '#contract/coupons.ts';
import { enumLabel } from '#domain/labels.ts';
import { api } from '#web/api/api.ts';
import { useFormSubmit } from '#web/app/form-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import { SteadySubmit } from '#web/ui/steady-submit.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { termWords } from './coupon-words.ts';

type CouponValues = {
  name: string;
  term: (typeof offeredTerms)[number] | '';
  maxRedemptions: number | undefined;
  oncePerCustomer: boolean;
  /** Integer cents. */
  amountOff: number | undefined;
  percentOff: number | undefined;
};

const termOptions = offeredTerms.map((value) => ({ value, label: enumLabel(value), description: termWords[value] }));

/** Adds a coupon and goes back to the list. */
export default function NewCouponPage() {
  const navigate = useNavigate();
  const [createCoupon, { isLoading }] = api.useCreateCouponMutation();
  const form = useForm<CouponValues>({
    initialValues: {
      name: '',
      term: '',
      maxRedemptions: undefined,
      oncePerCustomer: true,
      amountOff: undefined,
      percentOff: undefined,
    },
    validate: schemaResolver(NewCoupon, { sync: true }),
    clearInputErrorOnChange: true,
    validateInputOnBlur: ['name'],
  });
  const formProps = useFormSubmit(form, async (values) => {
    const { amountOff, percentOff, ...rest } = NewCoupon.parse(values);
    const off = amountOff ? { amountOff } : { percentOff };
    const { error } = await createCoupon({ body: { ...rest, ...off } });
    if (!error) navigate('/coupons', { replace: true });
    return error;
  });

  return (
    <div className="content-width py-10">
      <PageHeading title="New Coupon" description="Only its name can be changed later." />
      <Card className="max-w-2xl">
        <form {...formProps} className="grid gap-5">
          <TextField
            label="Name"
            name="name"
            autoComplete="off"
            autoCapitalize="characters"
            description="What customers type in, in capitals or small letters alike. At most 40 characters."
            isRequired
            {...form.getInputProps('name')}
          />
          <RadioCards
            label="Term"
            name="term"
            options={termOptions}
            columns={2}
            isRequired
            {...form.getInputProps('term')}
          />
          <NumberField
            label="Max Redemptions"
            name="maxRedemptions"
            description="How many engagements may use it."
            minValue={0}
            isRequired
            {...form.getInputProps('maxRedemptions')}
          />
          <Checkbox
            label="Once per customer"
            name="oncePerCustomer"
            description="Only one service of each customer may use it."
            {...form.getInputProps('oncePerCustomer')}
          />
          <DiscountFields form={form} />
          <SteadySubmit className="flex flex-wrap gap-3">
            <Button type="submit" isPending={isLoading} pendingLabel="Saving…">
              Create
            </Button>
            <LinkButton to="/coupons" variant="quiet">
              Cancel
            </LinkButton>
          </SteadySubmit>
        </form>
      </Card>
    </div>
  );
}

/** Amount or percentage: what is wrong between the two is told at both, and a change of either makes it good at both. */
function DiscountFields({ form }: { form: UseFormReturnType<CouponValues> }) {
  const amount = form.getInputProps('amountOff');
  const percent = form.getInputProps('percentOff');
  const change = (field: 'amountOff' | 'percentOff', value: number | undefined) => {
    form.setFieldValue(field, value);
    form.clearFieldError('amountOff');
    form.clearFieldError('percentOff');
  };
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <NumberField
        label="Amount Off"
        name="amountOff"
        unit="dollars"
        minValue={0}
        {...amount}
        value={form.values.amountOff === undefined ? undefined : form.values.amountOff / 100}
        onChange={(dollars) => change('amountOff', dollars === undefined ? undefined : Math.round(dollars * 100))}
      />
      <NumberField
        label="Percent Off"
        name="percentOff"
        unit="percent"
        minValue={0}
        {...percent}
        onChange={(value) => change('percentOff', value)}
      />
    </div>
  );
}
