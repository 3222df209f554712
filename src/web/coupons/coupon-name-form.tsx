import { schemaResolver, useForm } from '@mantine/form';
import { useRef } from 'react';
import { type Coupon, CouponUpdate } from '#contract/coupons.ts';
import { api } from '#web/api/api.ts';
import { fieldErrors } from '#web/api/failure.ts';
import { failureAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { focusFirstInvalid } from '#web/ui/focus-first-error.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { CouponFacts } from './coupon-facts.tsx';

/** Renames a coupon, the only thing that may change. `onEnd` is called when that is done, or given up. */
export function CouponNameForm({ coupon, onEnd }: { coupon: Coupon; onEnd: () => void }) {
  const dispatch = useAppDispatch();
  const formElement = useRef<HTMLFormElement>(null);
  const [updateCoupon, { isLoading }] = api.useUpdateCouponMutation();
  const form = useForm({
    initialValues: { name: coupon.name },
    validate: schemaResolver(CouponUpdate, { sync: true }),
    clearInputErrorOnChange: true,
  });
  const focusFirstError = () => formElement.current && focusFirstInvalid(formElement.current);
  const submit = form.onSubmit(async (values) => {
    const call = { params: { couponId: coupon.id } };
    const { data, error } = await updateCoupon({ ...call, body: values });
    if (data) {
      // Shown at once; the reload that the change brings about comes a moment later.
      dispatch(api.util.updateQueryData('getCoupon', call, () => data));
      onEnd();
      return;
    }
    form.setErrors(fieldErrors(error));
    dispatch(failureAlert(error));
    focusFirstError();
  }, focusFirstError);

  return (
    <Card title="Edit coupon">
      <form ref={formElement} onSubmit={submit} noValidate className="grid gap-5">
        <TextField
          label="Name"
          name="name"
          autoComplete="off"
          autoCapitalize="characters"
          description="Only the name can be changed: what customers were promised stays."
          isRequired
          autoFocus
          {...form.getInputProps('name')}
        />
        <CouponFacts coupon={coupon} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" isPending={isLoading} pendingLabel="Saving…">
            Save
          </Button>
          <Button variant="quiet" onPress={onEnd} isDisabled={isLoading}>
            Cancel
          </Button>
        </div>
      </form>
    </Card>
  );
}
