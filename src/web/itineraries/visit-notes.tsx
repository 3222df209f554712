import { DoorOpen, PawPrint } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Job } from '#contract/itineraries.ts';
import { wayInDoubt } from '#web/ui/way-in-doubt.ts';

/** What to know at the gate. */
export function VisitNotes({ address }: { address: Job['engagement']['serviceAddress'] }) {
  const { gateNotes, dogNotes, noAccessOn } = address;
  if (!gateNotes && !dogNotes && !noAccessOn) return null;
  return (
    <div className="grid gap-3 rounded-control bg-warn-tint px-4 py-3 text-warn">
      {noAccessOn && <p className="font-bold">{wayInDoubt(noAccessOn)} No word since.</p>}
      {gateNotes && (
        <Note title="Gate" icon={<DoorOpen aria-hidden="true" className="mt-0.5 size-6 shrink-0" />}>
          {gateNotes}
        </Note>
      )}
      {dogNotes && (
        <Note title="Dogs" icon={<PawPrint aria-hidden="true" className="mt-0.5 size-6 shrink-0" />}>
          {dogNotes}
        </Note>
      )}
    </div>
  );
}

function Note({ title, icon, children }: { title: string; icon: ReactNode; children: string }) {
  return (
    <div className="flex gap-3">
      {icon}
      <div className="min-w-0">
        <h4 className="font-sans font-semibold text-base tracking-normal">{title}</h4>
        <p className="wrap-anywhere whitespace-pre-line text-lg text-ink leading-snug">{children}</p>
      </div>
    </div>
  );
}
