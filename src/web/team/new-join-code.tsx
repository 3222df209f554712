import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { JoinCode } from '#contract/join-codes.ts';
import { momentLabel } from '#domain/calendar.ts';
import { errorAlert, successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';

export type IssuedJoinCode = { joinCode: JoinCode; code: string };

/**
 * Shows a code that was just issued; it can never be seen again. It is part of the page, because a press beside a
 * dialog would close it.
 */
export function NewJoinCode({ issued, onDone }: { issued: IssuedJoinCode; onDone: () => void }) {
  const dispatch = useAppDispatch();
  const panel = useRef<HTMLDivElement>(null);
  const code = useRef<HTMLElement>(null);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => panel.current?.focus(), []);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(issued.code);
      setCopied(true);
      dispatch(successAlert('Join code copied.'));
    } catch {
      // Browsers give the clipboard to secure pages only, and people may refuse it.
      if (code.current) getSelection()?.selectAllChildren(code.current);
      dispatch(errorAlert('The browser did not let us copy. The code is selected: please copy it yourself.'));
    }
  };

  return (
    <div ref={panel} tabIndex={-1} className="mb-6 outline-none">
      <Card title="New Join Code" level={3}>
        <p className="rounded-control bg-sunken p-4 sm:p-5">
          <code ref={code} className="select-all break-all font-mono font-semibold text-xl leading-relaxed sm:text-2xl">
            {issued.code}
          </code>
        </p>
        <div className="wrap-anywhere mt-4 grid max-w-prose gap-3">
          <p>
            Give it to the new employee and to nobody else. On <strong>{`${location.origin}/sign-up`}</strong> they
            choose the profile type <strong>Employee</strong> and enter it as their join code.
          </p>
          <p>
            It works once until <strong>{momentLabel(issued.joinCode.expiresAt)}</strong>, and it is shown only now:
            copy it before you leave this page.
          </p>
        </div>
        <div className="mt-6 flex flex-wrap gap-3 *:max-sm:flex-auto">
          <Button onPress={() => void copy()}>
            {isCopied ? (
              <Check aria-hidden="true" className="size-5" />
            ) : (
              <Copy aria-hidden="true" className="size-5" />
            )}
            {isCopied ? 'Copied' : 'Copy'}
          </Button>
          <Button variant="secondary" onPress={onDone}>
            Done
          </Button>
        </div>
      </Card>
    </div>
  );
}
