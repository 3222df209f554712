import { schemaResolver, useForm } from '@mantine/form';
import { useNavigate } from 'react-router';
import { ProductForm } from '#contract/products.ts';
import { api } from '#web/api/api.ts';
import { useFormSubmit } from '#web/app/form-submit.ts';
import { NewPage } from '#web/app/new-page.tsx';
import { WithRight } from '#web/layouts/with-right.tsx';
import { checkedOnBlur, ProductFields, type ProductValues } from './product-fields.tsx';

/** Adds a product and goes back to the list. */
export default function NewProductPage() {
  return (
    <WithRight right="catalogue">
      <NewProduct />
    </WithRight>
  );
}

function NewProduct() {
  const navigate = useNavigate();
  const [createProduct, { isLoading }] = api.useCreateProductMutation();
  const form = useForm<ProductValues>({
    initialValues: {
      name: '',
      description: '',
      billingCycle: '',
      baseCostRetentionPeriod: undefined,
      baseCostMultiplier: undefined,
    },
    validate: schemaResolver(ProductForm, { sync: true }),
    validateInputOnBlur: checkedOnBlur,
  });
  const formProps = useFormSubmit(form, async (values) => {
    const { error } = await createProduct({ body: ProductForm.parse(values) });
    if (!error) navigate('/products', { replace: true });
    return error;
  });

  return (
    <NewPage
      title="New Product"
      description="Customers may ask for it from then on."
      formProps={formProps}
      isSaving={isLoading}
      list="/products"
    >
      <ProductFields form={form} />
    </NewPage>
  );
}
