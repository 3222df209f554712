import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from './later.tsx';

// Its library is for pages with plots only, and the figures do not wait for it.
const BarPlot = lazyPart(async () => (await import('./bar-plot.tsx')).BarPlot);

/** Bars of some figures, which stand in a table too. */
export const Plot = (props: ComponentProps<typeof BarPlot>) => (
  <div className="h-72 print:break-inside-avoid">
    <Suspense>
      <BarPlot {...props} />
    </Suspense>
  </div>
);
