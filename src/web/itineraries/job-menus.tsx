import { CalendarClock, ChevronDown, FileText, User } from 'lucide-react';
import { useState } from 'react';
import type { Job } from '#contract/itineraries.ts';
import { dayLabel, plainDate } from '#domain/calendar.ts';
import { enumLabel } from '#domain/labels.ts';
import { errorsDismissed, successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import type { VisitOfEntry } from '#web/offline/outbox-entry.ts';
import { assignEntry, entryIconClass, moveEntries } from '#web/plan/schedule-entries.tsx';
import { later } from '#web/ui/later.tsx';
import { Menu, type MenuEntry } from '#web/ui/menu.tsx';
import { placeOf } from './job-places.ts';
import { useJobPlaces } from './use-job-places.ts';

const CustomerDialog = later(async () => (await import('./customer-dialog.tsx')).CustomerDialog);
const NoteDialog = later(async () => (await import('./note-dialog.tsx')).NoteDialog);
const AssignDialog = later(async () => (await import('./day-dialogs.tsx')).AssignDialog);
const ReassignDialog = later(async () => (await import('./day-dialogs.tsx')).ReassignDialog);

type JobMenusProps = {
  job: Job;
  visit: VisitOfEntry;
  /** Whether it is another worker's service, whose days are that worker's. */
  isCover: boolean;
  /** The jobs of its day in their order. */
  neighbours: readonly Job[];
  name: string;
  /** Told after the job has another position in its day. */
  onMoved: (by: -1 | 1) => void;
};

/** The Schedule and Details menus of a job. */
export function JobMenus({ job, visit, isCover, neighbours, name, onMoved }: JobMenusProps) {
  const dispatch = useAppDispatch();
  const [opened, setOpened] = useState<'assign' | 'reassign' | 'customer' | 'note'>();
  const open = (dialog: typeof opened) => {
    // An alert of an earlier try would cover it.
    dispatch(errorsDismissed());
    setOpened(dialog);
  };
  const { isSaving, mayMove, move, reassign, assign } = useJobPlaces(job, neighbours);
  const own = placeOf(job);
  // A yard with two visits a week has two cards.
  const label = `${name}, ${visit.street}, ${dayLabel(plainDate(job.scheduleInstance.date))}`;
  const close = () => setOpened(undefined);
  const finish = async (saving: Promise<boolean>, words: string) => {
    if (!(await saving)) return;
    close();
    dispatch(successAlert(words));
  };
  const moveBy = async (by: -1 | 1) => {
    if (await move(by)) onMoved(by);
  };

  const schedule: MenuEntry[] = [
    assignEntry(() => open('assign'), isSaving),
    ...moveEntries(
      (by) => !isSaving && mayMove(by),
      (by) => void moveBy(by),
    ),
    {
      id: 'reassign',
      label: 'Reassign',
      icon: <CalendarClock aria-hidden="true" className={entryIconClass} />,
      isDisabled: isSaving || !own,
      onAction: () => open('reassign'),
    },
  ];
  const details: MenuEntry[] = [
    ...(isCover
      ? []
      : [
          {
            id: 'engagement',
            label: 'Engagement',
            icon: <FileText aria-hidden="true" className={entryIconClass} />,
            href: `/customers/${job.customerProfile.id}/engagements/${job.engagement.id}`,
          },
        ]),
    {
      id: 'customer',
      label: 'Customer',
      icon: <User aria-hidden="true" className={entryIconClass} />,
      onAction: () => open('customer'),
    },
    {
      id: 'note',
      label: 'Write a note',
      icon: <FileText aria-hidden="true" className={entryIconClass} />,
      onAction: () => open('note'),
    },
  ];
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(7.25rem,1fr))] gap-2">
      {!isCover && (
        <Menu
          aria-label={`Schedule ${label}`}
          entries={schedule}
          variant="secondary"
          className="min-h-12 gap-1! whitespace-nowrap px-2!"
        >
          Schedule
          <ChevronDown aria-hidden="true" className="size-4 shrink-0" />
        </Menu>
      )}
      <Menu
        aria-label={`Details of ${label}`}
        entries={details}
        variant="secondary"
        className="min-h-12 gap-1! whitespace-nowrap px-2!"
      >
        Details
        <ChevronDown aria-hidden="true" className="size-4 shrink-0" />
      </Menu>
      {opened === 'assign' && (
        <AssignDialog
          job={job}
          isSaving={isSaving}
          onSave={(days) => void finish(assign(days), 'Schedule saved.')}
          onClose={close}
        />
      )}
      {opened === 'reassign' && own && (
        <ReassignDialog
          job={job}
          name={name}
          from={own.dayOfWeek}
          isSaving={isSaving}
          onSave={(day) => void finish(reassign(day), `Moved to ${enumLabel(day)} from now on.`)}
          onClose={close}
        />
      )}
      {opened === 'note' && <NoteDialog visit={visit} name={name} onClose={close} />}
      {opened === 'customer' && <CustomerDialog customer={job.customerProfile} name={name} onClose={close} />}
    </div>
  );
}
