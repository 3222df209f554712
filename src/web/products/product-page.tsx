import { useState } from 'react';
import { useParams } from 'react-router';
import type { Product } from '#contract/products.ts';
import { api } from '#web/api/api.ts';
import { useInvalidUrl } from '#web/app/invalid-url.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Fact } from '#web/ui/fact.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import { ArchiveButton } from './archive-button.tsx';
import { ProductEditForm } from './product-edit-form.tsx';
import { productRows } from './product-rows.ts';
import { visitPriceLabel } from './product-words.ts';

/** One product, to read and to change. */
export default function ProductPage() {
  const { productId = '' } = useParams();
  useInvalidUrl(!productId);
  const [isEditing, setEditing] = useState(false);
  const { data, error, isFetching, refetch } = api.useGetProductQuery({ params: { productId } }, { skip: !productId });
  // Leaving would lose what is typed.
  useLoadFailure(error, { stay: isEditing });
  const product = data?.product;
  return (
    <div className="content-width py-10">
      <PageHeading
        title="Product"
        actions={
          <>
            <RefreshButton isPending={isFetching} onPress={() => void refetch()} />
            {product && !isEditing && (
              <>
                <ArchiveButton product={product} />
                <Button onPress={() => setEditing(true)}>Edit</Button>
              </>
            )}
          </>
        }
      />
      <div className="max-w-2xl">
        {!product && !error && <SkeletonCards count={1} label="Loading the product" />}
        {product &&
          (isEditing ? (
            <ProductEditForm product={product} onEnd={() => setEditing(false)} />
          ) : (
            <ProductView product={product} />
          ))}
        <LinkButton to="/products" variant="quiet" className="mt-6">
          All products
        </LinkButton>
      </div>
    </div>
  );
}

function ProductView({ product }: { product: Product }) {
  const { data } = api.useListProductsQuery({ query: {} });
  const price = data && visitPriceLabel(data.baseRates, product.baseCostMultiplier);
  const rows = [...productRows(product), { label: 'Price of a visit', text: price ?? '…' }];
  return (
    <Card
      title={product.name}
      className="wrap-anywhere"
      actions={product.isArchived && <Badge tone="ended">Archived</Badge>}
    >
      <dl className="grid gap-y-4">
        {rows.map(({ label, text }) => (
          <Fact key={label} label={label}>
            {text}
          </Fact>
        ))}
      </dl>
    </Card>
  );
}
