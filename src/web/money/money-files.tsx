import { Download } from 'lucide-react';
import { useState } from 'react';
import type { CalendarDay } from '#domain/calendar.ts';
import { api } from '#web/api/api.ts';
import { failureAlert } from '#web/app/alerts.ts';
import { isoDays } from '#web/app/range-words.ts';
import { saveFile } from '#web/app/save-file.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';

const forms = [
  ['ledger', 'Ledger'],
  ['quickbooks', 'QuickBooks'],
  ['xero', 'Xero'],
] as const;

/** Saves the days that are shown as files. */
export function MoneyFiles({ days }: { days: { from: CalendarDay; to: CalendarDay } }) {
  const dispatch = useAppDispatch();
  const [pending, setPending] = useState<string>();
  const [exportMoney] = api.useLazyExportMoneyQuery();
  const download = async (form: (typeof forms)[number][0]) => {
    setPending(form);
    const { data, error } = await exportMoney({ query: { ...isoDays(days), form } });
    setPending(undefined);
    if (error) dispatch(failureAlert(error));
    if (data) saveFile(data);
  };
  return (
    <Card
      title="Save as CSV"
      description="At most 31 days. The ledger has every entry; the others have what moved at Stripe, as QuickBooks Online and Xero import it: 1,000 lines at a time."
      className="print:hidden"
    >
      <div className="flex flex-wrap gap-3">
        {forms.map(([form, label]) => (
          <Button
            key={form}
            variant="secondary"
            isPending={pending === form}
            pendingLabel="Preparing…"
            onPress={() => void download(form)}
          >
            <Download aria-hidden="true" className="size-5" />
            {label}
          </Button>
        ))}
      </div>
    </Card>
  );
}
