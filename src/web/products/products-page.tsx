import { Package, Plus } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { api } from '#web/api/api.ts';
import { PagedList } from '#web/app/paged-list.tsx';
import { useMay } from '#web/app/use-may.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { RowLink } from '#web/ui/row-link.tsx';

/** What the business offers, by name; what it offers no more, with `archived` in the address. */
export default function ProductsPage() {
  const [search] = useSearchParams();
  const mayChange = useMay('catalogue');
  const isArchive = search.has('archived');
  const loaded = api.useListProductsQuery({ query: { list: isArchive ? 'archived' : 'in-use' } });
  return (
    <div className="content-width py-10">
      <PageHeading
        title={isArchive ? 'Archived products' : 'Products'}
        actions={
          <>
            <RefreshButton isPending={loaded.isFetching} onPress={() => void loaded.refetch()} />
            {mayChange && (
              <LinkButton to="/products/new" size="icon" aria-label="New product">
                <Plus aria-hidden="true" className="size-6" />
              </LinkButton>
            )}
          </>
        }
      />
      <PagedList
        what="products"
        loaded={loaded}
        rows={loaded.currentData?.products}
        keyOf={({ id }) => id}
        empty={
          isArchive ? (
            <EmptyState title="No archived products" text="A product that you archive on its page stands here." />
          ) : (
            <EmptyState
              title="No Products"
              {...(mayChange && {
                text: 'Create a new product to get started.',
                action: <LinkButton to="/products/new">Create</LinkButton>,
              })}
            />
          )
        }
      >
        {({ id, name, description }) => (
          <RowLink to={`/products/${id}`} icon={Package}>
            <span className="block font-semibold text-lg leading-6">{name}</span>
            <span className="mt-1 line-clamp-3 text-ink-soft">{description}</span>
          </RowLink>
        )}
      </PagedList>
      <LinkButton to={isArchive ? '/products' : '/products?archived'} variant="quiet" size="edge" className="mt-6">
        {isArchive ? 'All products' : 'Archived products'}
      </LinkButton>
    </div>
  );
}
