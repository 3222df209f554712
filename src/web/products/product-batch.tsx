import { Package } from 'lucide-react';
import { api } from '#web/api/api.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { ListBatch } from '#web/ui/list-batch.tsx';
import { RowLink } from '#web/ui/row-link.tsx';

/**
 * One page of the list and, once asked for, the next one below it.
 * @param after the `next` of the page above; none for the first
 */
type ProductBatchProps = { list: 'in-use' | 'archived'; after?: string };

export function ProductBatch({ list, after }: ProductBatchProps) {
  const loaded = api.useListProductsQuery({ query: after ? { list, after } : { list } });
  useLoadFailure(loaded.error, { stay: true });
  return (
    <ListBatch
      what="products"
      loaded={loaded}
      rows={loaded.data?.products}
      isFirst={!after}
      empty={
        list === 'archived' ? (
          <EmptyState title="No archived products" />
        ) : (
          <EmptyState
            title="No Products"
            text="Create a new product to get started."
            action={<LinkButton to="/products/new">Create</LinkButton>}
          />
        )
      }
      next={loaded.data?.next}
      more={(next) => <ProductBatch list={list} after={next} />}
    >
      {(products) => (
        <ul className="grid gap-4">
          {products.map(({ id, name, description }) => (
            <RowLink key={id} to={`/products/${id}`} icon={Package}>
              <span className="block font-semibold text-lg leading-6">{name}</span>
              <span className="mt-1 line-clamp-3 text-ink-soft">{description}</span>
            </RowLink>
          ))}
        </ul>
      )}
    </ListBatch>
  );
}
