import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { Coupon } from '#contract/coupons.ts';
import { api } from '#web/api/api.ts';
import { failureAlert, successAlert } from '#web/app/alerts.ts';
import { useInvalidUrl } from '#web/app/invalid-url.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { RecordPage } from '#web/app/record-page.tsx';
import { useAppDispatch } from '#web/app/store.ts';
import { useMay } from '#web/app/use-may.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { useFocusBack } from '#web/ui/focus-back.ts';
import { later } from '#web/ui/later.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import { CouponFacts } from './coupon-facts.tsx';

const CouponNameForm = later(
  async () => (await import('./coupon-name-form.tsx')).CouponNameForm,
  <SkeletonCards count={1} label="Loading the form" />,
);

/** One coupon, to read, rename and delete. */
export default function CouponPage() {
  const mayChange = useMay('catalogue');
  const { couponId = '' } = useParams();
  useInvalidUrl(!couponId);
  const [mode, setMode] = useState<'view' | 'edit' | 'delete'>('view');
  const edit = useFocusBack(mode === 'edit');
  const loaded = api.useGetCouponQuery({ params: { couponId } }, { skip: !couponId });
  const deletion = useDeletion();
  // Once it is deleted, a reload that finds nothing is as it should be; while it is edited, what is typed would be lost.
  useLoadFailure(deletion.isUnderWay ? undefined : loaded.error, { stay: mode === 'edit' });
  const coupon = loaded.data?.coupon;
  return (
    <RecordPage
      what="coupon"
      title={coupon?.name ?? 'Coupon'}
      loaded={loaded}
      actions={
        coupon &&
        mayChange &&
        mode !== 'edit' && (
          <>
            <Button variant="secondary" onPress={() => setMode('delete')}>
              Delete
            </Button>
            <Button ref={edit} onPress={() => setMode('edit')}>
              Edit
            </Button>
          </>
        )
      }
      list={{ to: '/coupons', label: 'All coupons' }}
    >
      {coupon && mode === 'edit' && <CouponNameForm coupon={coupon} onEnd={() => setMode('view')} />}
      {coupon && mode !== 'edit' && (
        <Card className="wrap-anywhere">
          <CouponFacts coupon={coupon} />
        </Card>
      )}
      {coupon && mode === 'delete' && (
        <ConfirmDialog
          title="Delete this coupon?"
          action="Delete"
          pendingAction="Deleting…"
          isDanger
          isPending={deletion.isUnderWay}
          onConfirm={async () => {
            if (!(await deletion.run(coupon))) setMode('view');
          }}
          onClose={() => setMode('view')}
        >
          <p>
            Nobody can use <strong>{coupon.name}</strong> from now on. Customers who have it keep their discount.
          </p>
        </ConfirmDialog>
      )}
    </RecordPage>
  );
}

/** Deletes a coupon, tells of it and goes back to the list. */
function useDeletion() {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [deleteCoupon, { isLoading, isSuccess }] = api.useDeleteCouponMutation();
  return {
    isUnderWay: isLoading || isSuccess,
    /** @returns whether it was done */
    run: async ({ id, name }: Coupon): Promise<boolean> => {
      const { error } = await deleteCoupon({ params: { couponId: id } });
      dispatch(error ? failureAlert(error) : successAlert(`The coupon ${name} is deleted.`));
      if (!error) navigate('/coupons', { replace: true });
      return !error;
    },
  };
}
