import { Pin } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { DayRoute } from '#contract/day-routes.ts';
import type { WeekDay } from '#domain/calendar.ts';
import { enumLabel } from '#domain/labels.ts';
import { api } from '#web/api/api.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import {
  type DayStops,
  dayStops,
  type NamedStop,
  orderWith,
  type ProposedOrder,
  savesMiles,
  savingsText,
  searchOrder,
} from './day-order.ts';
import type { PlanRow } from './plan-edits.ts';
import { RouteSketch } from './route-sketch.tsx';

type BestOrderDialogProps = {
  workerId: string;
  day: WeekDay;
  /** The day as the screen has it. */
  rows: readonly PlanRow[];
  /** Told the ids of the day's schedule templates in the order that was chosen. */
  onUse: (templateIds: string[]) => void;
  onClose: () => void;
};

/** Proposes a shorter drive through one day of the plan. */
export default function BestOrderDialog({ workerId, day, rows, onUse, onClose }: BestOrderDialogProps) {
  const { currentData, error, isFetching, refetch } = api.useGetDayRouteQuery(
    { params: { workerProfileId: workerId, dayOfWeek: day } },
    { refetchOnMountOrArgChange: true },
  );
  useLoadFailure(error, { stay: true });
  const shown = isFetching ? undefined : currentData;
  const { stops, order, hasFailed } = useProposedOrder(rows, shown);
  const isBetter = order !== undefined && savesMiles(order);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Best order of ${enumLabel(day)}`}
      size="large"
      actions={
        isBetter ? (
          <>
            <Button variant="secondary" onPress={onClose}>
              Cancel
            </Button>
            <Button onPress={() => onUse(orderWith(rows, order.stops))}>Use this order</Button>
          </>
        ) : (
          <Button variant="secondary" onPress={onClose}>
            Close
          </Button>
        )
      }
    >
      {error && !isFetching ? (
        <Advice text="Where the stops lie could not be loaded.">
          <Button onPress={() => void refetch()}>Try again</Button>
        </Advice>
      ) : hasFailed ? (
        <Advice text="We could not look for the best order. Check your connection and try again.">
          <Button onPress={() => void refetch()}>Try again</Button>
        </Advice>
      ) : (
        <Finding stops={stops} order={order} workerId={workerId} />
      )}
    </Dialog>
  );
}

/** @returns what is known of the day's stops, and the order that was found, undefined while it is looked for or when that failed */
function useProposedOrder(rows: readonly PlanRow[], route: DayRoute | undefined) {
  const [found, setFound] = useState<{ stops: DayStops; order?: ProposedOrder | undefined; hasFailed?: boolean }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows do not change while the dialog is open
  useEffect(() => {
    if (!route) return setFound(undefined);
    const stops = dayStops(rows, route);
    setFound({ stops });
    if (stops.kind !== 'ready') return;
    return searchOrder(stops.start, stops.stops, (order) => setFound({ stops, order, hasFailed: !order }));
  }, [route]);
  return { stops: found?.stops, order: found?.order, hasFailed: found?.hasFailed };
}

type FindingProps = { stops: DayStops | undefined; order: ProposedOrder | undefined; workerId: string };

function Finding({ stops, order, workerId }: FindingProps) {
  if (!stops) return <Loading />;
  switch (stops.kind) {
    case 'noStart':
      return (
        <Advice text="Your profile has no primary address that we can find on the map, so we do not know where your day starts.">
          <LinkButton to={`/profiles/${workerId}/addresses`}>Go to addresses</LinkButton>
        </Advice>
      );
    case 'unsaved':
      return (
        <Advice
          text={`Save your plan first: where ${stops.names.join(', ')} ${stops.names.length === 1 ? 'is' : 'are'} is only known once the day is saved.`}
        />
      );
    case 'tooFew':
      return (
        <Advice text="There are not two stops on this day that we can find on the map.">
          <Unplaced names={stops.unplaced} />
        </Advice>
      );
    case 'ready':
      return order ? <Comparison stops={stops} order={order} /> : <Searching />;
  }
}

function Comparison({ stops, order }: { stops: Extract<DayStops, { kind: 'ready' }>; order: ProposedOrder }) {
  const hasChanged = savesMiles(order);
  const proposed = hasChanged ? order.stops : stops.stops;
  return (
    <div className="grid gap-5">
      <p role="status" className="font-semibold text-lg">
        {savingsText(stops.stops, order)}
      </p>
      <Unplaced names={stops.unplaced} />
      <RouteSketch start={stops.start} present={stops.stops} proposed={proposed} hasChanged={hasChanged} />
      <div className={`grid gap-5 ${hasChanged ? 'sm:grid-cols-2' : ''}`}>
        {hasChanged && <StopList title="Proposed order" stops={proposed} />}
        <StopList title="Your order now" stops={stops.stops} />
      </div>
    </div>
  );
}

function StopList({ title, stops }: { title: string; stops: readonly NamedStop[] }) {
  return (
    <section>
      <h3 className="mb-2 text-lg">{title}</h3>
      <ol className="grid gap-2">
        {stops.map(({ id, name, street, isPinned }, index) => (
          <li key={id} className="flex gap-3 rounded-control border border-line bg-surface px-3 py-2">
            <span aria-hidden="true" className="w-6 shrink-0 text-right font-semibold">
              {index + 1}
            </span>
            <span className="wrap-anywhere min-w-0">
              <span className="block font-semibold">{name}</span>
              <span className="block text-ink-soft">{street}</span>
              {isPinned && (
                <span className="inline-flex items-center gap-1.5 text-sm">
                  <Pin aria-hidden="true" className="size-4 shrink-0" />
                  Keeps its place, as the customer asked
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Unplaced({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <p className="rounded-card bg-warn-tint px-5 py-4 text-warn">
      Not on the map, so kept where they are: {names.join(', ')}.
    </p>
  );
}

function Advice({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-4 py-2">
      <p role="status" className="text-lg">
        {text}
      </p>
      {children}
    </div>
  );
}

function Searching() {
  return (
    <p role="status" className="flex items-center gap-3 py-8 text-lg">
      <Spinner className="size-6 text-primary" />
      Looking for the best order…
    </p>
  );
}

function Loading() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Loading the day's stops</span>
      <Skeleton className="h-7 w-3/5" />
      <Skeleton className="aspect-[8/5] w-full" />
      <Skeleton className="h-24 w-full" />
    </div>
  );
}
