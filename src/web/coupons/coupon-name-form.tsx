import { schemaResolver } from '@mantine/form';
import { type Coupon, CouponUpdate } from '#contract/coupons.ts';
import { api } from '#web/api/api.ts';
import { EditForm } from '#web/app/edit-form.tsx';
import { fieldOf } from '#web/app/field-of.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { CouponFacts } from './coupon-facts.tsx';

const validate = schemaResolver(CouponUpdate, { sync: true });

/** Renames a coupon, the only thing that may change. `onEnd` is called when that is done, or given up. */
export function CouponNameForm({ coupon, onEnd }: { coupon: Coupon; onEnd: () => void }) {
  const dispatch = useAppDispatch();
  const [updateCoupon, { isLoading }] = api.useUpdateCouponMutation();
  return (
    <EditForm
      title="Edit coupon"
      saved={coupon}
      values={{ name: coupon.name }}
      rowsOf={({ name }) => [['Name', name]]}
      validate={validate}
      isSaving={isLoading}
      save={async (values, version) => {
        const call = { params: { couponId: coupon.id } };
        const answer = await updateCoupon({ ...call, body: { ...values, version } });
        // Shown at once; the reload that the change brings about comes a moment later.
        if (answer.data) dispatch(api.util.updateQueryData('getCoupon', call, () => answer.data));
        return answer;
      }}
      onEnd={onEnd}
    >
      {(form) => (
        <>
          <TextField
            label="Name"
            autoComplete="off"
            autoCapitalize="characters"
            description="Only the name can be changed: what customers were promised stays."
            isRequired
            {...fieldOf(form)('name')}
          />
          <CouponFacts coupon={coupon} />
        </>
      )}
    </EditForm>
  );
}
