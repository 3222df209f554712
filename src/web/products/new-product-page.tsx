import { schemaResolver, useForm } from '@mantine/form';
import { useNavigate } from 'react-router';
import { ProductForm } from '#contract/products.ts';
import { api } from '#web/api/api.ts';
import { useFormSubmit } from '#web/app/form-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { SteadySubmit } from '#web/ui/steady-submit.tsx';
import { ProductFields, type ProductValues } from './product-fields.tsx';

/** Adds a product and goes back to the list. */
export default function NewProductPage() {
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
    clearInputErrorOnChange: true,
    validateInputOnBlur: ['name', 'description'],
  });
  const formProps = useFormSubmit(form, async (values) => {
    const { error } = await createProduct({ body: ProductForm.parse(values) });
    if (!error) navigate('/products', { replace: true });
    return error;
  });

  return (
    <div className="content-width py-10">
      <PageHeading title="New Product" description="Customers may ask for it from then on." />
      <Card className="max-w-2xl">
        <form {...formProps} className="grid gap-5">
          <ProductFields form={form} />
          <SteadySubmit className="flex flex-wrap gap-3">
            <Button type="submit" isPending={isLoading} pendingLabel="Saving…">
              Create
            </Button>
            <LinkButton to="/products" variant="quiet">
              Cancel
            </LinkButton>
          </SteadySubmit>
        </form>
      </Card>
    </div>
  );
}
