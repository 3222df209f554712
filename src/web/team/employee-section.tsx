import { useRef, useState } from 'react';
import type { Employee } from '#contract/employees.ts';
import { api } from '#web/api/api.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { useFocusKept } from '#web/ui/focus-kept.ts';
import { later } from '#web/ui/later.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import { DeactivateDialog, ReactivateDialog } from './access-dialogs.tsx';
import { EmployeeCard } from './employee-card.tsx';
import { RoleDialog } from './role-dialog.tsx';

const TakeFactorsDialog = later(async () => (await import('./take-factors-dialog.tsx')).TakeFactorsDialog);

/**
 * Lists the employees, active and deactivated.
 * @param mayChange whether the one who looks may change roles, and close and open accounts
 */
export function EmployeeSection({ mayChange }: { mayChange: boolean }) {
  const { data, error, isFetching, refetch } = api.useListEmployeesQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  useLoadFailure(error, { stay: true });
  const [changing, setChanging] = useState<Employee>();
  const [changingRole, setChangingRole] = useState<Employee>();
  const [losing, setLosing] = useState<Employee>();
  const list = useRef<HTMLUListElement>(null);
  useFocusKept(list);
  const AccessDialog = changing?.deactivatedAt ? ReactivateDialog : DeactivateDialog;
  return (
    <section aria-labelledby="employees">
      <h2 id="employees" className="mb-4 text-2xl">
        Employees
      </h2>
      {data && (
        <ul ref={list} tabIndex={-1} aria-labelledby="employees" className="grid gap-4 outline-none">
          {data.employees.map((employee) => (
            <li key={employee.profileId}>
              <EmployeeCard
                employee={employee}
                mayChange={mayChange}
                onChangeRole={() => setChangingRole(employee)}
                onChangeAccess={() => setChanging(employee)}
                onTakeFactors={() => setLosing(employee)}
              />
            </li>
          ))}
        </ul>
      )}
      {!data && !error && <SkeletonCards count={2} label="Loading employees" />}
      {!data && error && <LoadFailed what="employees" isPending={isFetching} onRetry={() => void refetch()} />}
      {changingRole && <RoleDialog employee={changingRole} onClose={() => setChangingRole(undefined)} />}
      {losing && <TakeFactorsDialog employee={losing} onClose={() => setLosing(undefined)} />}
      {changing && <AccessDialog employee={changing} onClose={() => setChanging(undefined)} />}
    </section>
  );
}
