import { useForm } from '@mantine/form';
import { api } from '#web/api/api.ts';
import { successAlert } from '#web/app/alerts.ts';
import { fieldOf } from '#web/app/field-of.ts';
import { useFormSubmit } from '#web/app/form-submit.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';

/** `span` is such as 'on Wed, Mar 10'. */
type DeclineDialogProps = { holidayId: string; name: string; span: string; onClose: () => void };

/** Declines days off that a worker asked for. */
export default function DeclineDaysOffDialog({ holidayId, name, span, onClose }: DeclineDialogProps) {
  const dispatch = useAppDispatch();
  const [decline, { isLoading }] = api.useDeclineDaysOffMutation();
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (reason.trim() ? null : 'Please say why. The worker reads it.') },
  });
  const formProps = useFormSubmit(form, async (body) => {
    const { error } = await decline({ params: { holidayId }, body });
    if (error) return error;
    dispatch(successAlert(`Declined. We’ll let ${name} know.`));
    onClose();
    return undefined;
  });
  return (
    <Dialog isOpen holdsForm title="Decline days off" onClose={onClose}>
      <form {...formProps} className="grid gap-5">
        <p>{`${name} asked for days off ${span}.`}</p>
        <TextField
          label="Reason"
          description={`${name} will read it.`}
          isRequired
          autoComplete="off"
          maxLength={200}
          {...fieldOf(form)('reason')}
        />
        <div className="flex flex-wrap justify-end gap-3 *:max-sm:flex-auto">
          <Button variant="quiet" onPress={onClose}>
            Cancel
          </Button>
          <Button type="submit" isPending={isLoading} pendingLabel="Saving…">
            Decline
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
