import { DoorOpen, PawPrint } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Job } from '#contract/itineraries.ts';
import { wayInDoubt } from '#web/ui/way-in-doubt.ts';

/** What to know at the gate. */
export function VisitNotes({ address }: { address: Job['engagement']['serviceAddress'] }) {
  const { gateNotes, dogNotes, noAccessOn } = address;
  if (!gateNotes && !dogNotes && !noAccessOn) return null;
  return (
    <div className="grid gap-2 rounded-control bg-warn-tint px-3 py-2 text-warn sm:px-4 sm:py-3">
      {noAccessOn && <p className="font-bold">{wayInDoubt(noAccessOn)} No word since.</p>}
      {gateNotes && (
        <Note title="Gate" icon={<DoorOpen aria-hidden="true" className="size-6 shrink-0" />}>
          {gateNotes}
        </Note>
      )}
      {dogNotes && (
        <Note title="Dogs" icon={<PawPrint aria-hidden="true" className="size-6 shrink-0" />}>
          {dogNotes}
        </Note>
      )}
    </div>
  );
}

function Note({ title, icon, children }: { title: string; icon: ReactNode; children: string }) {
  return (
    <div className="flex gap-2">
      {icon}
      <p className="wrap-anywhere min-w-0 whitespace-pre-line text-ink leading-snug sm:text-lg">
        <b className="font-semibold text-warn">{title}:</b> {children}
      </p>
    </div>
  );
}
