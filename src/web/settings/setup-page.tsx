import { Suspense, use, useEffect, useRef, useState } from 'react';
import { takeLinkToken } from '#web/app/link-token.ts';
import { Splash } from '#web/app/splash.tsx';
import { useAppSelector } from '#web/app/store.ts';
import { loadTemporal } from '#web/app/temporal.ts';
import { useMay } from '#web/app/use-may.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { later } from '#web/ui/later.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';

const loading = <SkeletonCards count={2} label="Loading" />;
const FirstOwner = later(async () => (await import('./first-owner.tsx')).FirstOwner, loading);
const SetupSteps = later(async () => (await import('./setup-steps.tsx')).SetupSteps, loading);

/** Where a business begins: its first owner gets in by a link, and sees what is missing until the first order. */
export default function SetupPage() {
  return (
    <div className="content-width wrap-anywhere py-10">
      <Suspense fallback={<Splash />}>
        <Setup />
      </Suspense>
    </div>
  );
}

function Setup() {
  const temporal = loadTemporal();
  if (temporal) use(temporal);
  const status = useAppSelector(({ session }) => session.status);
  const isOwner = useMay('settings');
  const token = useLinkToken();
  const [isNew, setNew] = useState(false);
  return (
    <>
      <PageHeading title="Set up your business" description="What is needed until the first order can be taken." />
      <div className="max-w-3xl">
        {status === 'restoring' || token === undefined ? (
          loading
        ) : isOwner ? (
          <SetupSteps isNew={isNew} />
        ) : token ? (
          <FirstOwner token={token} onOpen={() => setNew(true)} />
        ) : (
          <EmptyState
            title="Open the link that the server printed"
            text="Run npm run staff:invite on the server to get it. Owners find this page in their settings."
            action={<LinkButton to="/dashboard">Sign in</LinkButton>}
          />
        )}
      </div>
    </>
  );
}

/** @returns the token of the link, '' when there is none, and undefined until that is known */
function useLinkToken(): string | undefined {
  const [token, setToken] = useState<string>();
  const isTaken = useRef(false);
  useEffect(() => {
    if (isTaken.current) return;
    isTaken.current = true;
    setToken(takeLinkToken() ?? '');
  }, []);
  return token;
}
