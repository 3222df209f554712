import { RefreshCw } from 'lucide-react';
import { Button } from './button.tsx';

/** Loads what the page shows again. */
export function RefreshButton({ isPending, onPress }: { isPending: boolean; onPress: () => void }) {
  return (
    <Button variant="secondary" size="icon" aria-label="Refresh" isPending={isPending} onPress={onPress}>
      <RefreshCw aria-hidden="true" className="size-5" />
    </Button>
  );
}
