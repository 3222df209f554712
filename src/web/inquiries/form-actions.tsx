import { Button } from '#web/ui/button.tsx';

type FormActionsProps = { isPending: boolean; onCancel: () => void };

/** The buttons at the end of the form. */
export default function FormActions({ isPending, onCancel }: FormActionsProps) {
  return (
    <div className="flex flex-wrap justify-end gap-3 *:max-sm:flex-auto">
      <Button variant="secondary" size="large" onPress={onCancel}>
        Cancel
      </Button>
      <Button type="submit" size="large" isPending={isPending}>
        Send
      </Button>
    </div>
  );
}
