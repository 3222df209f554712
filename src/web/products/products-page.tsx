import { Plus } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { api } from '#web/api/api.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { ProductBatch } from './product-batch.tsx';

/** What the business offers, by name. */
export default function ProductsPage() {
  const dispatch = useAppDispatch();
  const [search] = useSearchParams();
  const list = search.has('archived') ? 'archived' : 'in-use';
  const { isError, isFetching, refetch } = api.useListProductsQuery({ query: { list } });
  return (
    <div className="content-width py-10">
      <PageHeading
        title={list === 'archived' ? 'Archived products' : 'Products'}
        actions={
          <>
            <RefreshButton
              isPending={isFetching}
              onPress={() => {
                // Every page of the list that is shown; one that failed has no tags yet.
                if (isError) void refetch();
                else dispatch(api.util.invalidateTags(['products']));
              }}
            />
            <LinkButton to="/products/new" size="icon" aria-label="New product">
              <Plus aria-hidden="true" className="size-6" />
            </LinkButton>
          </>
        }
      />
      <div className="grid gap-4">
        <ProductBatch key={list} list={list} />
      </div>
      <LinkButton to={list === 'archived' ? '/products' : '/products?archived'} variant="quiet" className="mt-6">
        {list === 'archived' ? 'All products' : 'Archived products'}
      </LinkButton>
    </div>
  );
}
