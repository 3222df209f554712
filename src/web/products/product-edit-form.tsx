import { schemaResolver, useForm } from '@mantine/form';
import { type Product, ProductForm } from '#contract/products.ts';
import { api } from '#web/api/api.ts';
import { useFormSubmit } from '#web/app/form-submit.ts';
import { useSavedVersion } from '#web/app/saved-version.tsx';
import { useAppDispatch } from '#web/app/store.ts';
import { Card } from '#web/ui/card.tsx';
import { SaveOrCancel } from '#web/ui/save-or-cancel.tsx';
import { ProductFields, type ProductValues } from './product-fields.tsx';
import { productRows } from './product-rows.ts';

/**
 * Changes a product. `onEnd` is called when that is done, or given up.
 * @param product as it is saved now; when a newer version comes, what was typed stays and the person is asked
 */
export function ProductEditForm({ product, onEnd }: { product: Product; onEnd: () => void }) {
  const dispatch = useAppDispatch();
  const [updateProduct, { isLoading }] = api.useUpdateProductMutation();
  const form = useForm<ProductValues>({
    initialValues: valuesOf(product),
    validate: schemaResolver(ProductForm, { sync: true }),
    clearInputErrorOnChange: true,
    validateInputOnBlur: ['name', 'description'],
  });
  const { version, question } = useSavedVersion(product, {
    form,
    savedValues: valuesOf(product),
    differences: differencesOf(product, form.values),
    isSaving: isLoading,
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
      {question(formProps.ref)}
      <form {...formProps} className="grid gap-5">
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

function differencesOf(product: Product, typed: ProductValues): [string, string][] {
  const rowsOf = (values: ProductValues) => [{ label: 'Name', text: values.name }, ...productRows(values)];
  const typedRows = rowsOf(typed);
  return rowsOf(valuesOf(product)).flatMap(({ label, text }, index) =>
    text === typedRows[index]?.text ? [] : [[label, text]],
  );
}
