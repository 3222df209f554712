import { Button } from '#web/ui/button.tsx';
import { SteadyPress } from './steady-press.tsx';

/** Ends the sign-up form. */
export default function SignUpButton({ isPending }: { isPending: boolean }) {
  return (
    <SteadyPress className="grid">
      <Button type="submit" size="large" isPending={isPending} pendingLabel="Signing you up…">
        Sign Up
      </Button>
    </SteadyPress>
  );
}
