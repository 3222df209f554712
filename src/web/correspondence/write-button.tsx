import { Mail } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { later } from '#web/ui/later.tsx';
import type { Addressee } from './write-dialog.tsx';

const WriteDialog = later(async () => (await import('./write-dialog.tsx')).WriteDialog);
const PickPersonDialog = later(async () => (await import('./pick-person-dialog.tsx')).PickPersonDialog);

/** Opens a message to a person; without one, first asks to whom. */
export function WriteButton({ to }: { to?: Addressee }) {
  const [isOpen, setOpen] = useState(false);
  const [picked, setPicked] = useState<Addressee>();
  const addressee = to ?? picked;
  const close = () => {
    setOpen(false);
    setPicked(undefined);
  };
  return (
    <>
      <Button variant={to ? 'quiet' : 'primary'} {...(to && { size: 'edge' as const })} onPress={() => setOpen(true)}>
        {/* What stands beside it is level with its words, not with the foot of its picture. */}
        <span className="inline-flex items-center gap-2">
          <Mail aria-hidden="true" className="size-5" />
          <span className="self-baseline">New message</span>
        </span>
      </Button>
      {isOpen && addressee && <WriteDialog to={addressee} onClose={close} />}
      {isOpen && !addressee && <PickPersonDialog onPick={setPicked} onClose={close} />}
    </>
  );
}
