import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import type { StaffRole } from '#domain/rights.ts';
import { api } from '#web/api/api.ts';
import { failureAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/select.tsx';
import { JoinCodeList } from './join-code-list.tsx';
import { type IssuedJoinCode, NewJoinCode } from './new-join-code.tsx';
import { roleOptions } from './team-words.ts';

/** Lists the join codes, and issues new ones. */
export function JoinCodeSection() {
  const dispatch = useAppDispatch();
  const [create, { isLoading }] = api.useCreateJoinCodeMutation();
  const [issued, setIssued] = useState<IssuedJoinCode>();
  const [role, setRole] = useState<StaffRole>('office');
  const section = useRef<HTMLElement>(null);

  const issue = async () => {
    const { data, error } = await create({ body: { role } });
    if (error) dispatch(failureAlert(error));
    else setIssued(data);
  };

  return (
    <section ref={section} tabIndex={-1} aria-labelledby="join-codes" className="outline-none">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 flex-[1_1_18rem]">
          <h2 id="join-codes" className="text-2xl">
            Join Codes
          </h2>
          <p className="mt-1 max-w-prose text-ink-soft">
            Who signs up as an employee needs one. Each works once, within 7 days.
          </p>
        </div>
        {!issued && (
          <div className="flex flex-wrap items-end gap-x-4 gap-y-3 *:max-sm:flex-auto max-sm:flex-auto">
            <Select label="Role" value={role} options={roleOptions} onChange={setRole} className="min-w-40" />
            <Button isPending={isLoading} onPress={() => void issue()}>
              {!isLoading && <Plus aria-hidden="true" className="size-5" />}
              New Join Code
            </Button>
          </div>
        )}
      </div>
      {issued && (
        <NewJoinCode
          issued={issued}
          onDone={() => {
            setIssued(undefined);
            section.current?.focus({ preventScroll: true });
          }}
        />
      )}
      <JoinCodeList onRevoked={({ id }) => setIssued((shown) => (shown?.joinCode.id === id ? undefined : shown))} />
    </section>
  );
}
