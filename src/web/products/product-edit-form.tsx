import { schemaResolver } from '@mantine/form';
import { type Product, ProductForm } from '#contract/products.ts';
import { api } from '#web/api/api.ts';
import { EditForm } from '#web/app/edit-form.tsx';
import { useAppDispatch } from '#web/app/store.ts';
import { checkedOnBlur, ProductFields, type ProductValues } from './product-fields.tsx';
import { productRows } from './product-rows.ts';

const validate = schemaResolver(ProductForm, { sync: true });

/** Changes a product. `onEnd` is called when that is done, or given up. */
export function ProductEditForm({ product, onEnd }: { product: Product; onEnd: () => void }) {
  const dispatch = useAppDispatch();
  const [updateProduct, { isLoading }] = api.useUpdateProductMutation();
  const { name, description, billingCycle, baseCostRetentionPeriod, baseCostMultiplier } = product;
  const values: ProductValues = { name, description, billingCycle, baseCostRetentionPeriod, baseCostMultiplier };
  return (
    <EditForm
      title="Edit product"
      saved={product}
      values={values}
      rowsOf={(said) => [['Name', said.name], ...productRows(said)]}
      validate={validate}
      checkedOnBlur={checkedOnBlur}
      isSaving={isLoading}
      save={async (typed, version) => {
        const call = { params: { productId: product.id } };
        const answer = await updateProduct({ ...call, body: { ...ProductForm.parse(typed), version } });
        // Shown at once; the reload that the change brings about comes a moment later.
        if (answer.data) dispatch(api.util.updateQueryData('getProduct', call, () => answer.data));
        return answer;
      }}
      onEnd={onEnd}
    >
      {(form) => <ProductFields form={form} />}
    </EditForm>
  );
}
