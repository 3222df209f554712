import { schemaResolver, useForm } from '@mantine/form';
import { useState } from 'react';
import { type Product, ProductForm } from '#contract/products.ts';
import { api } from '#web/api/api.ts';
import { useFormSubmit } from '#web/app/form-submit.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Card } from '#web/ui/card.tsx';
import { SaveOrCancel } from '#web/ui/save-or-cancel.tsx';
import { ProductFields, type ProductValues } from './product-fields.tsx';
import { SavedMeanwhile } from './saved-meanwhile.tsx';

/** Changes a product. `onEnd` is called when that is done, or given up. */
export function ProductEditForm({ product, onEnd }: { product: Product; onEnd: () => void }) {
  const dispatch = useAppDispatch();
  // Stays the same while the page loads anew, so that what somebody else saved is not overwritten unseen.
  const [version, setVersion] = useState(product.version);
  const [updateProduct, { isLoading, isSuccess }] = api.useUpdateProductMutation();
  const form = useForm<ProductValues>({
    initialValues: valuesOf(product),
    validate: schemaResolver(ProductForm, { sync: true }),
    clearInputErrorOnChange: true,
  });
  const formProps = useFormSubmit(form, async (values) => {
    const call = { params: { productId: product.id } };
    const { data, error } = await updateProduct({ ...call, body: { ...ProductForm.parse(values), version } });
    if (data) {
      // Shown at once; the reload that the change brings about comes a moment later.
      dispatch(api.util.updateQueryData('getProduct', call, () => data));
      onEnd();
    }
    return error;
  });

  return (
    <Card title="Edit product">
      <form {...formProps} className="grid gap-5">
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
        <SaveOrCancel isSaving={isLoading} onCancel={onEnd} />
      </form>
    </Card>
  );
}

function valuesOf(product: Product): ProductValues {
  const { name, description, billingCycle, baseCostRetentionPeriod, baseCostMultiplier } = product;
  return { name, description, billingCycle, baseCostRetentionPeriod, baseCostMultiplier };
}
