import { GateScene } from '#web/ui/scenes.tsx';
import { ErrorPage } from './error-page.tsx';

/** The page of every address that leads nowhere. */
export default function NotFound() {
  return (
    <ErrorPage
      code="404"
      title="Page not found"
      text="Somebody left the gate open, and this page got out. The rest of the yard is fine."
      illustration={<GateScene isOpen />}
    />
  );
}
