import { schemaResolver, useForm } from '@mantine/form';
import { useRef, useState } from 'react';
import { type Product, ProductForm } from '#contract/products.ts';
import { api } from '#web/api/api.ts';
import { fieldErrors } from '#web/api/failure.ts';
import { failureAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { focusFirstInvalid } from '#web/ui/focus-first-error.ts';
import { SteadySubmit } from '#web/ui/steady-submit.tsx';
import { ProductFields, type ProductValues } from './product-fields.tsx';
import { SavedMeanwhile } from './saved-meanwhile.tsx';

/** Changes a product. `onEnd` is called when that is done, or given up. */
export function ProductEditForm({ product, onEnd }: { product: Product; onEnd: () => void }) {
  const dispatch = useAppDispatch();
  const formElement = useRef<HTMLFormElement>(null);
  // Stays the same while the page loads anew, so that what somebody else saved is not overwritten unseen.
  const [version, setVersion] = useState(product.version);
  const [updateProduct, { isLoading, isSuccess }] = api.useUpdateProductMutation();
  const form = useForm<ProductValues>({
    initialValues: valuesOf(product),
    validate: schemaResolver(ProductForm, { sync: true }),
    clearInputErrorOnChange: true,
  });
  const focusFirstError = () => formElement.current && focusFirstInvalid(formElement.current);
  const submit = form.onSubmit(async (values) => {
    const call = { params: { productId: product.id } };
    const { data, error } = await updateProduct({ ...call, body: { ...ProductForm.parse(values), version } });
    if (data) {
      // Shown at once; the reload that the change brings about comes a moment later.
      dispatch(api.util.updateQueryData('getProduct', call, () => data));
      onEnd();
      return;
    }
    form.setErrors(fieldErrors(error));
    dispatch(failureAlert(error));
    focusFirstError();
  }, focusFirstError);

  return (
    <Card title="Edit product">
      <form ref={formElement} onSubmit={submit} noValidate className="grid gap-5">
        {product.version !== version && !isLoading && !isSuccess && (
          <SavedMeanwhile
            saved={product}
            typed={form.values}
            onTake={() => {
              form.setValues(valuesOf(product));
              form.clearErrors();
              setVersion(product.version);
            }}
            onKeep={() => setVersion(product.version)}
          />
        )}
        <ProductFields form={form} autoFocus />
        <SteadySubmit className="flex flex-wrap gap-3">
          <Button type="submit" isPending={isLoading} pendingLabel="Saving…">
            Save
          </Button>
          <Button variant="quiet" onPress={onEnd} isDisabled={isLoading}>
            Cancel
          </Button>
        </SteadySubmit>
      </form>
    </Card>
  );
}

function valuesOf(product: Product): ProductValues {
  const { name, description, billingCycle, baseCostRetentionPeriod, baseCostMultiplier } = product;
  return { name, description, billingCycle, baseCostRetentionPeriod, baseCostMultiplier };
}
