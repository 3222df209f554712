import { ChevronRight, Package } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Product } from '#contract/products.ts';
import { api } from '#web/api/api.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';

/**
 * One page of the list and, once asked for, the next one below it.
 * @param after the `next` of the page above; none for the first
 */
export function ProductBatch({ after }: { after?: string }) {
  const [isMoreShown, setMoreShown] = useState(false);
  const { data, error, isFetching, refetch } = api.useListProductsQuery({ query: after ? { after } : {} });
  useLoadFailure(error, { stay: true });
  if (!data) {
    if (!error) return <SkeletonCards count={after ? 1 : 3} label="Loading products" />;
    return (
      <EmptyState
        title="The products could not be loaded"
        action={
          <Button isPending={isFetching} onPress={() => void refetch()}>
            Try again
          </Button>
        }
      />
    );
  }
  if (data.products.length === 0) {
    return after ? null : (
      <EmptyState
        title="No Products"
        text="Create a new product to get started."
        action={<LinkButton to="/products/new">Create</LinkButton>}
      />
    );
  }
  return (
    <>
      <ul className="grid gap-4">
        {data.products.map((product) => (
          <ProductRow key={product.id} product={product} />
        ))}
      </ul>
      {data.next && isMoreShown && <ProductBatch after={data.next} />}
      {data.next && !isMoreShown && (
        <Button variant="secondary" className="justify-self-center" onPress={() => setMoreShown(true)}>
          Show more
        </Button>
      )}
    </>
  );
}

function ProductRow({ product: { id, name, description } }: { product: Product }) {
  return (
    <li className="flex">
      <Link
        to={`/products/${id}`}
        className="flex min-w-0 flex-1 items-center gap-4 rounded-card border border-line bg-surface p-5 no-underline shadow-card transition-colors hover:border-line-strong"
      >
        <span className="grid size-12 shrink-0 place-items-center rounded-control bg-sunken">
          <Package aria-hidden="true" className="size-6" />
        </span>
        <span className="wrap-anywhere min-w-0 flex-1">
          <span className="block font-semibold text-lg leading-6">{name}</span>
          <span className="mt-1 line-clamp-3 text-ink-soft">{description}</span>
        </span>
        <ChevronRight aria-hidden="true" className="size-6 shrink-0 text-ink-soft" />
      </Link>
    </li>
  );
}
