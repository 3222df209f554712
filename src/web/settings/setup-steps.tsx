import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Setup } from '#contract/setup.ts';
import { api } from '#web/api/api.ts';
import { isFailure } from '#web/api/failure.ts';
import { failureAlert } from '#web/app/alerts.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { useFocusBack } from '#web/ui/focus-back.ts';
import { later } from '#web/ui/later.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import { useOwnFactor } from './own-factor.ts';
import {
  checkBadge,
  checkedText,
  checkTexts,
  checkTitles,
  failureText,
  missingOf,
  missingSentence,
  type OwnFactor,
  standInText,
  unknownText,
  waitingText,
} from './setup-words.ts';

type Check = Setup['checks'][number];
type LookedOverCheck = Check & { check: 'business' | 'area' };

const isLookedOver = (one: Check): one is LookedOverCheck => one.check === 'business' || one.check === 'area';

const SettingsPartForm = later(
  async () => (await import('./settings-form.tsx')).SettingsPartForm,
  <SkeletonCards count={1} label="Loading the form" />,
);

/**
 * What is missing until the first order: what an owner looks over, and what is tried.
 * @param isNew whether the owner's account was opened here a moment ago, by a form that had the focus
 */
export function SetupSteps({ isNew }: { isNew: boolean }) {
  const [isWaiting, setWaiting] = useState(false);
  const { data, error } = api.useGetSetupQuery(undefined, {
    refetchOnMountOrArgChange: true,
    pollingInterval: isWaiting ? 2_000 : 0,
  });
  const lacksFactor = isFailure(error) && error.errorCode === 'SECOND_FACTOR_NEEDED';
  useLoadFailure(lacksFactor ? undefined : error);
  const factor = useOwnFactor();
  const waits = data?.checks.some(({ state }) => state === 'waiting') ?? false;
  if (waits !== isWaiting) setWaiting(waits);
  const isShown = data !== undefined && factor !== undefined;
  const status = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (isNew && isShown) status.current?.focus();
  }, [isNew, isShown]);
  if (lacksFactor) {
    return (
      <EmptyState
        title="One more step"
        text="This page asks for a second factor besides your password."
        action={<LinkButton to="/security">To your second factor</LinkButton>}
      />
    );
  }
  if (!isShown) return error ? null : <SkeletonCards count={2} label="Loading what is missing" />;
  const { checks, isNamed, hasProduct, webhookUrl } = data;
  const missing = missingOf(data, factor);
  return (
    <div className="grid gap-6">
      <p ref={status} role="status" tabIndex={-1}>
        {isNew && 'Your account is open. '}
        {missing === 0 ? 'All is set. Customers can sign up and ask for a service.' : missingSentence(data, factor)}
      </p>
      <Card title="Your business">
        <ul className="grid gap-6">
          {checks.map((one) => isLookedOver(one) && <LookedOver key={one.check} of={one} isNamed={isNamed} />)}
          <Step
            title="A product"
            badge={hasProduct ? { tone: 'accepted', word: 'Offered' } : { tone: 'neutral', word: 'To do' }}
            text="What customers choose when they ask, such as a cleanup every week."
            actions={
              <LinkButton variant="secondary" to={hasProduct ? '/products' : '/products/new'}>
                {hasProduct ? 'See the products' : 'Add a product'}
              </LinkButton>
            }
          />
          <SecondFactorStep factor={factor} />
        </ul>
      </Card>
      <Card title="What the business needs from outside">
        <ul className="grid gap-6">
          {checks.map((one) => !isLookedOver(one) && <Tried key={one.check} of={one} webhookUrl={webhookUrl} />)}
        </ul>
      </Card>
      <Card title="Then invite your people" description="Workers sign up by themselves; you approve them.">
        <div className="flex flex-wrap gap-3">
          <LinkButton variant="secondary" to="/team">
            Invite employees
          </LinkButton>
          <LinkButton variant="secondary" to="/workers">
            See the workers
          </LinkButton>
          <LinkButton variant="quiet" to="/settings">
            All settings
          </LinkButton>
        </div>
      </Card>
    </div>
  );
}

type StepProps = {
  title: string;
  badge: { tone: BadgeTone; word: string };
  text: string;
  /** What is wrong, or still missing. */
  note?: ReactNode;
  actions: ReactNode;
};

function Step({ title, badge, text, note, actions }: StepProps) {
  return (
    <li className="grid gap-3 border-line border-t pt-6 first:border-t-0 first:pt-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="text-lg">{title}</h3>
        <Badge tone={badge.tone}>{badge.word}</Badge>
      </div>
      <p className="text-ink-soft">{text}</p>
      {note}
      <div className="flex flex-wrap gap-3">{actions}</div>
    </li>
  );
}

/** The owner gets in without one this once, by the link of the server. */
function SecondFactorStep({ factor: { isRequired, isThere } }: { factor: OwnFactor }) {
  const open = { tone: 'neutral', word: isRequired ? 'To do' : 'If you like' } as const;
  return (
    <Step
      title="Your second factor"
      badge={isThere ? { tone: 'accepted', word: 'Set up' } : open}
      text={
        isRequired
          ? 'What you sign in with besides the password. The next time you sign in you are asked for one.'
          : 'What you sign in with besides the password, so that a stolen password is not enough.'
      }
      actions={
        <LinkButton variant={isThere ? 'quiet' : 'secondary'} to="/security">
          {isThere ? 'See it' : 'Set it up'}
        </LinkButton>
      }
    />
  );
}

function useRun(check: Check['check']) {
  const dispatch = useAppDispatch();
  const [run, { isLoading }] = api.useRunSetupCheckMutation();
  const start = async () => {
    const { error } = await run({ params: { check } });
    if (error) dispatch(failureAlert(error));
  };
  return { run: () => void start(), isLoading };
}

/** Settings that the owner reads, and changes or keeps. */
function LookedOver({ of, isNamed }: { of: LookedOverCheck; isNamed: boolean }) {
  const { check, state } = of;
  const [isEdited, setEdited] = useState(false);
  const look = useFocusBack(isEdited);
  const { data: saved } = api.useGetSettingsQuery(undefined, { skip: !isEdited });
  const { run, isLoading } = useRun(check);
  if (isEdited) {
    const end = (isSaved: boolean) => {
      setEdited(false);
      if (isSaved) run();
    };
    return (
      <li>
        {saved ? (
          <SettingsPartForm
            part={check}
            saved={saved}
            isFirst={state !== 'good'}
            isUnnamed={state !== 'good' && !isNamed}
            onEnd={end}
          />
        ) : (
          <SkeletonCards count={1} label="Loading the form" />
        )}
      </li>
    );
  }
  return (
    <Step
      title={checkTitles[check]}
      badge={checkBadge(of)}
      text={checkTexts[check]}
      actions={
        <Button
          ref={look}
          variant={state === 'good' ? 'quiet' : 'secondary'}
          isPending={isLoading}
          pendingLabel="Saving…"
          onPress={() => setEdited(true)}
        >
          {state === 'good' ? 'Change' : 'Look over'}
          <span className="sr-only">: {checkTitles[check]}</span>
        </Button>
      }
    />
  );
}

function Tried({ of, webhookUrl }: { of: Check; webhookUrl: string }) {
  const { check, state } = of;
  const { run, isLoading } = useRun(check);
  const standIn = standInText(of);
  return (
    <Step
      title={checkTitles[check]}
      badge={checkBadge(of)}
      text={checkTexts[check]}
      note={
        <div role="status" className="grid gap-2">
          {state === 'waiting' && <p>{waitingText(of.check)}</p>}
          {state === 'failed' && <p className="font-semibold text-danger">{failureText(of, webhookUrl)}</p>}
          {unknownText(of) && <p className="text-ink-soft">{unknownText(of)}</p>}
          {standIn && <p className="rounded-control bg-warn-tint px-4 py-3 text-warn">{standIn}</p>}
          {checkedText(of) && <p className="text-ink-soft text-sm">{checkedText(of)}</p>}
        </div>
      }
      actions={
        <Button
          variant={state === 'good' ? 'quiet' : 'secondary'}
          isPending={isLoading}
          pendingLabel="Trying…"
          onPress={run}
        >
          {state === 'open' ? 'Try it' : 'Try again'}
          <span className="sr-only">: {checkTitles[check]}</span>
        </Button>
      }
    />
  );
}
