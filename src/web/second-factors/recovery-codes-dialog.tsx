import { errorAlert, successAlert } from '#web/app/alerts.ts';
import { saveText } from '#web/app/save-file.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { documentFacts } from '#web/ui/document-facts.ts';

/** Shows new recovery codes, this once. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const dispatch = useAppDispatch();
  const text = codes.join('\n');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      dispatch(successAlert('Recovery codes copied.'));
    } catch {
      // Browsers give the clipboard to secure pages only, and people may refuse it.
      dispatch(errorAlert('The browser did not let us copy. Please save the codes, or write them down.'));
    }
  };
  const save = () => {
    const head = `Recovery codes of ${documentFacts.businessName}. Each works once.`;
    saveText('recovery-codes.txt', `${head}\n\n${text}\n`, 'text/plain');
  };
  return (
    <Dialog
      isOpen
      title="Keep your recovery codes"
      onClose={onClose}
      holdsForm
      ignoresEscape
      actions={<Button onPress={onClose}>I have kept them</Button>}
    >
      <div className="grid gap-5">
        <p>
          With one of these you get in when your phone or key is lost. Each works once. They are shown only now: keep
          them where that phone is not, on paper or in a password manager.
        </p>
        <ul
          aria-label="Recovery codes"
          className="grid gap-x-6 gap-y-2 rounded-control bg-sunken p-4 font-mono font-semibold sm:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code} className="select-all">
              {code}
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" onPress={() => void copy()}>
            Copy
          </Button>
          <Button variant="secondary" onPress={save}>
            Save as a file
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
