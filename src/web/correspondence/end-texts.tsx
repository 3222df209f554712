import { useState } from 'react';
import { phoneLabel } from '#domain/labels.ts';
import { Button } from '#web/ui/button.tsx';
import { later } from '#web/ui/later.tsx';
import type { EndTextsProps } from './end-texts-dialog.tsx';

const EndTextsDialog = later(async () => (await import('./end-texts-dialog.tsx')).EndTextsDialog);

/** Ends texts to a number whose owner has asked for it in words that only a person understands, or by another way. */
export function EndTexts({ phone, by }: EndTextsProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        size="edge"
        aria-label={`No more texts to ${phoneLabel(phone)}`}
        onPress={() => setAsking(true)}
      >
        No more texts
      </Button>
      {isAsking && <EndTextsDialog phone={phone} by={by} onClose={() => setAsking(false)} />}
    </>
  );
}
