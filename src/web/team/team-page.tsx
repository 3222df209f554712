import { useMay } from '#web/app/use-may.ts';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { EmployeeSection } from './employee-section.tsx';
import { JoinCodeSection } from './join-code-section.tsx';

/** The employees of the business and, for owners, the join codes for new ones. */
export default function TeamPage() {
  const mayChange = useMay('team');
  return (
    <div className="content-width py-10">
      <PageHeading title="Team" description="The employees of the business, and the codes with which new ones join." />
      <div className="grid gap-12">
        <EmployeeSection mayChange={mayChange} />
        {mayChange && <JoinCodeSection />}
      </div>
    </div>
  );
}
