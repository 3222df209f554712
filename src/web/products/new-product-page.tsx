import { schemaResolver, useForm } from '@mantine/form';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { ProductForm } from '#contract/products.ts';
import { api } from '#web/api/api.ts';
import { fieldErrors } from '#web/api/failure.ts';
import { failureAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { focusFirstInvalid } from '#web/ui/focus-first-error.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { SteadySubmit } from '#web/ui/steady-submit.tsx';
import { ProductFields, type ProductValues } from './product-fields.tsx';

/** Adds a product and goes back to the list. */
export default function NewProductPage() {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const formElement = useRef<HTMLFormElement>(null);
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
  });
  const focusFirstError = () => formElement.current && focusFirstInvalid(formElement.current);
  const submit = form.onSubmit(async (values) => {
    const { data, error } = await createProduct({ body: ProductForm.parse(values) });
    if (data) {
      navigate('/products', { replace: true });
      return;
    }
    form.setErrors(fieldErrors(error));
    dispatch(failureAlert(error));
    focusFirstError();
  }, focusFirstError);

  return (
    <div className="content-width py-10">
      <PageHeading title="New Product" description="Customers may ask for it from then on." />
      <Card className="max-w-2xl">
        <form ref={formElement} onSubmit={submit} noValidate className="grid gap-5">
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
