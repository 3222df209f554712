import { schemaResolver, useForm } from '@mantine/form';
import { inquiries as contract, type Inquiry } from '#contract/inquiries.ts';
import { lostReasonLabels, lostReasons } from '#domain/lost-reasons.ts';
import { api } from '#web/api/api.ts';
import { successAlert } from '#web/app/alerts.ts';
import { useFormSubmit } from '#web/app/form-submit.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { NativeSelect } from '#web/ui/native-select.tsx';
import { TextField } from '#web/ui/text-field.tsx';

const Body = contract.loseInquiry.body;
const reasonOptions = lostReasons.map((value) => ({ value, label: lostReasonLabels[value] }));

type LostDialogProps = {
  inquiry: Inquiry;
  /** Called when it is said, before the dialog closes. */
  onLost: () => void;
  onClose: () => void;
};

/** Asks why nothing came of an inquiry. */
export function LostDialog({ inquiry, onLost, onClose }: LostDialogProps) {
  const dispatch = useAppDispatch();
  const [lose, { isLoading }] = api.useLoseInquiryMutation();
  const form = useForm({
    initialValues: { reason: inquiry.lost?.reason ?? '', note: inquiry.lost?.note ?? '' },
    validate: schemaResolver(Body, { sync: true }),
  });
  const formProps = useFormSubmit(form, async (values) => {
    const { error } = await lose({ params: { inquiryId: inquiry.id }, body: Body.parse(values) });
    if (error) return error;
    dispatch(successAlert('Inquiry marked as lost.'));
    onLost();
    onClose();
    return undefined;
  });
  return (
    <Dialog isOpen title="Why did nothing come of it?" holdsForm onClose={onClose}>
      <form {...formProps} className="grid gap-5">
        <NativeSelect
          label="Reason"
          placeholder="Choose one"
          isRequired
          options={reasonOptions}
          {...form.getInputProps('reason')}
        />
        <TextField label="Note" name="note" rows={3} maxLength={1000} {...form.getInputProps('note')} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onPress={onClose} isDisabled={isLoading}>
            Cancel
          </Button>
          <Button type="submit" isPending={isLoading} pendingLabel="Saving…">
            Mark as lost
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
