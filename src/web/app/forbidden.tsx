import { useLocation } from 'react-router';
import type { Right } from '#domain/rights.ts';
import { whoMay } from '#domain/who-may.ts';
import { GateScene } from '#web/ui/scenes.tsx';
import { ErrorPage } from './error-page.tsx';

/** The guard sends people here whose profile may not see a page, with who may where a role decides. */
export default function Forbidden() {
  const { state } = useLocation();
  const lacked: Right | undefined = state?.lacked;
  return (
    <ErrorPage
      code="403"
      title="Forbidden"
      text={
        lacked
          ? whoMay[lacked]
          : 'You do not have permission to see this page. If you hold another profile, switch to it and try again.'
      }
      illustration={<GateScene isOpen={false} />}
    />
  );
}
