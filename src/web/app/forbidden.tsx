import { GateScene } from '#web/ui/scenes.tsx';
import { ErrorPage } from './error-page.tsx';

/** The guard sends people here whose profile may not see a page. */
export default function Forbidden() {
  return (
    <ErrorPage
      code="403"
      title="Forbidden"
      text="You do not have permission to see this page. If you hold another profile, switch to it and try again."
      illustration={<GateScene isOpen={false} />}
    />
  );
}
