import { schemaResolver, useForm } from '@mantine/form';
import { type Coupon, CouponUpdate } from '#contract/coupons.ts';
import { api } from '#web/api/api.ts';
import { useFormSubmit } from '#web/app/form-submit.ts';
import { useSavedVersion } from '#web/app/saved-version.tsx';
import { useAppDispatch } from '#web/app/store.ts';
import { Card } from '#web/ui/card.tsx';
import { SaveOrCancel } from '#web/ui/save-or-cancel.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { CouponFacts } from './coupon-facts.tsx';

/**
 * Renames a coupon, the only thing that may change. `onEnd` is called when that is done, or given up.
 * @param coupon as it is saved now; when a newer version comes, what was typed stays and the person is asked
 */
export function CouponNameForm({ coupon, onEnd }: { coupon: Coupon; onEnd: () => void }) {
  const dispatch = useAppDispatch();
  const [updateCoupon, { isLoading }] = api.useUpdateCouponMutation();
  const form = useForm({
    initialValues: { name: coupon.name },
    validate: schemaResolver(CouponUpdate, { sync: true }),
    clearInputErrorOnChange: true,
    validateInputOnBlur: true,
  });
  const { version, question } = useSavedVersion(coupon, {
    form,
    savedValues: { name: coupon.name },
    differences: coupon.name === form.values.name ? [] : [['Name', coupon.name]],
    isSaving: isLoading,
  });
  const formProps = useFormSubmit(form, async (values) => {
    const call = { params: { couponId: coupon.id } };
    const { data, error } = await updateCoupon({ ...call, body: { ...values, version } });
    if (data) {
      // Shown at once; the reload that the change brings about comes a moment later.
      dispatch(api.util.updateQueryData('getCoupon', call, () => data));
      onEnd();
    }
    return error;
  });

  return (
    <Card title="Edit coupon">
      {question(formProps.ref)}
      <form {...formProps} className="grid gap-5">
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
        <SaveOrCancel isSaving={isLoading} onCancel={onEnd} />
      </form>
    </Card>
  );
}
