import { useState } from 'react';
import { useParams } from 'react-router';
import type { Product } from '#contract/products.ts';
import { api } from '#web/api/api.ts';
import { useInvalidUrl } from '#web/app/invalid-url.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { RecordPage } from '#web/app/record-page.tsx';
import { useMay } from '#web/app/use-may.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Fact } from '#web/ui/fact.tsx';
import { useFocusBack } from '#web/ui/focus-back.ts';
import { later } from '#web/ui/later.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import { ArchiveButton } from './archive-button.tsx';
import { productRows } from './product-rows.ts';
import { visitPriceLabel } from './product-words.ts';

const ProductEditForm = later(
  async () => (await import('./product-edit-form.tsx')).ProductEditForm,
  <SkeletonCards count={1} label="Loading the form" />,
);

/** One product, to read and to change. */
export default function ProductPage() {
  const mayChange = useMay('catalogue');
  const { productId = '' } = useParams();
  useInvalidUrl(!productId);
  const [isEditing, setEditing] = useState(false);
  const edit = useFocusBack(isEditing);
  const loaded = api.useGetProductQuery({ params: { productId } }, { skip: !productId });
  // Leaving would lose what is typed.
  useLoadFailure(loaded.error, { stay: isEditing });
  const product = loaded.data?.product;
  return (
    <RecordPage
      what="product"
      title={product?.name ?? 'Product'}
      description={product?.isArchived && <Badge tone="ended">Archived</Badge>}
      loaded={loaded}
      actions={
        product &&
        mayChange &&
        !isEditing && (
          <>
            <ArchiveButton product={product} />
            <Button ref={edit} onPress={() => setEditing(true)}>
              Edit
            </Button>
          </>
        )
      }
      list={{ to: '/products', label: 'All products' }}
    >
      {product && isEditing && <ProductEditForm product={product} onEnd={() => setEditing(false)} />}
      {product && !isEditing && <ProductView product={product} />}
    </RecordPage>
  );
}

function ProductView({ product }: { product: Product }) {
  const { data } = api.useListProductsQuery({ query: {} });
  const price = data && visitPriceLabel(data.baseRates, product.baseCostMultiplier);
  const rows = [...productRows(product), ['Price of a visit', price ?? '…'] as const];
  return (
    <Card className="wrap-anywhere">
      <dl className="grid gap-y-4">
        {rows.map(([label, text]) => (
          <Fact key={label} label={label}>
            {text}
          </Fact>
        ))}
      </dl>
    </Card>
  );
}
