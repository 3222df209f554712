import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { onDialogOpened } from '#web/ui/dialog.tsx';
import { type Alert, alertDismissed } from './alerts.ts';
import { useAppDispatch, useAppSelector } from './store.ts';

const looks = {
  error: { Icon: CircleAlert, edge: 'border-danger', tone: 'text-danger' },
  success: { Icon: CircleCheck, edge: 'border-primary', tone: 'text-primary' },
  info: { Icon: Info, edge: 'border-line-strong', tone: 'text-ink-soft' },
};

/** Good news disappears by itself, because it covers the page. Trouble stays until it is dismissed. */
const goodNewsMs = 8_000;

/**
 * Shows every alert until it is dismissed, at the top centre, and announces it. The alerts stand below the header, in a
 * space that the shell makes as high as they are. While a dialog is open they stand at the very top, above the dialog.
 */
export function AlertStack() {
  const alerts = useAppSelector((state) => state.alerts);
  const dispatch = useAppDispatch();
  const stack = useRef<HTMLElement>(null);
  // Somebody who presses a button that opens a dialog is done with the errors shown before, so they are dismissed. An
  // error that opens a dialog itself comes after the press, and stays.
  const wrongAtPress = useRef<string[]>([]);
  useEffect(() => {
    const noteErrors = () => {
      wrongAtPress.current = alerts.flatMap(({ id, type }) => (type === 'error' ? [id] : []));
    };
    const presses = ['pointerdown', 'keydown'] as const;
    for (const press of presses) document.addEventListener(press, noteErrors, true);
    return () => {
      for (const press of presses) document.removeEventListener(press, noteErrors, true);
    };
  }, [alerts]);
  useEffect(
    () =>
      onDialogOpened(() => {
        for (const id of wrongAtPress.current) dispatch(alertDismissed(id));
      }),
    [dispatch],
  );
  useEffect(() => {
    if (!stack.current) return;
    const measure = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0;
      document.documentElement.style.setProperty('--alerts-height', `${height}px`);
    });
    measure.observe(stack.current);
    return () => measure.disconnect();
  }, []);
  return (
    <section
      ref={stack}
      aria-label="Alerts"
      aria-live="assertive"
      // An open dialog hides the rest of the page from screen readers and presses, but not what has this mark.
      data-react-aria-top-layer="true"
      className="print:hidden pointer-events-none fixed inset-x-0 top-18 z-60 flex flex-col items-center gap-3 px-3 not-empty:py-3 [:root:has([role=dialog],[role=alertdialog])_&]:top-0"
    >
      {alerts.map((alert) => (
        <AlertBox key={alert.id} alert={alert} />
      ))}
    </section>
  );
}

function AlertBox({ alert: { id, type, data } }: { alert: Alert }) {
  const dispatch = useAppDispatch();
  const { Icon, edge, tone } = looks[type];
  useEffect(() => {
    if (type === 'error') return;
    const timer = setTimeout(() => dispatch(alertDismissed(id)), goodNewsMs);
    return () => clearTimeout(timer);
  }, [dispatch, id, type]);
  return (
    <div
      className={`pointer-events-auto flex w-full min-w-[min(500px,100%)] max-w-xl items-start gap-3 rounded-card border-l-6 ${edge} bg-surface py-1 pr-2 pl-4 text-ink shadow-float sm:w-auto`}
    >
      <Icon aria-hidden="true" className={`mt-2.5 size-5 shrink-0 ${tone}`} />
      <div className="min-w-0 flex-1 py-2">
        <p className="font-semibold">{type === 'error' ? 'Error' : 'Info'}</p>
        <p className="wrap-anywhere font-medium">
          {data.message}
          {data.traceId && <span className="break-all font-normal text-ink-soft text-xs"> [{data.traceId}]</span>}
        </p>
        {data.details && <p className="text-ink-soft text-xs">{data.details}</p>}
      </div>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => dispatch(alertDismissed(id))}
        className="grid size-11 shrink-0 cursor-pointer place-items-center rounded-control text-ink-soft hover:bg-sunken hover:text-ink"
      >
        <X aria-hidden="true" className="size-5" />
      </button>
    </div>
  );
}
