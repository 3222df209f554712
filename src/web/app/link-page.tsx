import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { isFailure } from '#web/api/failure.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { SteadySubmit } from '#web/ui/steady-submit.tsx';
import { failureAlert } from './alerts.ts';
import { forgetLinkToken, takeWholeLinkToken } from './link-token.ts';
import { useAppDispatch } from './store.ts';

/** Words in the middle of the page, with a way on. */
type Panel = { title: string; text: string; to?: string; label?: string };
type Answer = { data?: unknown; error?: unknown };

type LinkPageProps = {
  /** Of the page, such as '/confirm-inquiry'. */
  path: string;
  title: string;
  ask: { title: string; text: string; button: string };
  /** What is to be filled in before the press, if something is. */
  children?: ReactNode;
  /** What stands below the button. */
  help?: ReactNode;
  /** Does what the link is for. Undefined when the page asks for more and stays. */
  press: (token: string) => Promise<Answer | undefined>;
  /** What the page says, or does, once that is done. */
  done: Panel | ((answer: Answer) => void);
  /** What it says, or does, when the link has ended, or there is none. */
  ended: Panel | ((answer: Answer, token: string) => void);
};

/**
 * The page of an emailed link. One press does what the link is for. Opening the page alone does not, because security scanners open
 * every link of an email and run its scripts. Without an answer the link may or may not be used, so the person stays and can try
 * again.
 */
export function LinkPage({ path, title, ask, children, help, press, done, ended }: LinkPageProps) {
  const dispatch = useAppDispatch();
  const [token, setToken] = useState('');
  const [panel, setPanel] = useState<Panel>();
  const [isPending, setPending] = useState(false);
  const isTaken = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const end = (way: Panel | ((answer: Answer, token: string) => void), answer: Answer, of: string) => {
    forgetLinkToken(path);
    if (typeof way === 'function') way(answer, of);
    else setPanel(way);
  };
  // The address bar is read once the page is on the screen: the prerendered page has none.
  // biome-ignore lint/correctness/useExhaustiveDependencies: taken once; React's strict mode runs effects twice
  useEffect(() => {
    if (isTaken.current) return;
    isTaken.current = true;
    const taken = takeWholeLinkToken() ?? '';
    setToken(taken);
    if (!taken) end(ended, {}, '');
  }, []);

  /** Leads to what is to be filled in, behind the frame in which a dialog that is closed gives focus back to the button. */
  const leadToField = () => {
    const lead = () => {
      const field = form.current?.querySelector('input');
      field?.focus();
      field?.select();
    };
    requestAnimationFrame(() => setTimeout(lead));
  };

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isPending) return;
    setPending(true);
    const answer = await press(token).finally(() => setPending(false));
    if (!answer) return leadToField();
    const { error } = answer;
    if (!error) end(done, answer, token);
    else if (isFailure(error) && error.errorCode === 'LINK_EXPIRED') end(ended, answer, token);
    else dispatch(failureAlert(error));
  }

  return (
    <div className="content-width py-10">
      <PageHeading title={title} />
      {panel && (
        <EmptyState
          title={panel.title}
          text={panel.text}
          action={<LinkButton to={panel.to ?? '/'}>{panel.label ?? 'Go back home'}</LinkButton>}
        />
      )}
      {!panel && token && (
        <EmptyState
          title={ask.title}
          text={ask.text}
          action={
            <form
              ref={form}
              onSubmit={(event) => void submit(event)}
              noValidate
              className="grid justify-items-center gap-4"
            >
              {children}
              <SteadySubmit>
                <Button type="submit" isPending={isPending}>
                  {ask.button}
                </Button>
              </SteadySubmit>
              {help}
            </form>
          }
        />
      )}
    </div>
  );
}
