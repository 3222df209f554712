import { Button } from '#web/ui/button.tsx';
import { SteadySubmit } from '#web/ui/steady-submit.tsx';

/** The button that sends the sign-up form. */
export default function SignUpButton({ isPending }: { isPending: boolean }) {
  return (
    <SteadySubmit className="grid">
      <Button type="submit" size="large" isPending={isPending} pendingLabel="Signing you up…">
        Sign Up
      </Button>
    </SteadySubmit>
  );
}
