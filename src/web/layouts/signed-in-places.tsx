import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { selectCurrentProfile } from '#web/api/session.ts';
import { store, useAppSelector } from '#web/app/store.ts';
import Places from './places.tsx';

/** The places on pages that load without the session's code, once it is there; `fallback` for who is not signed in. */
export default function SignedInPlaces({ fallback }: { fallback: ReactNode }) {
  return (
    <Provider store={store}>
      <PlacesOfProfile fallback={fallback} />
    </Provider>
  );
}

function PlacesOfProfile({ fallback }: { fallback: ReactNode }) {
  const profile = useAppSelector(selectCurrentProfile);
  return profile ? <Places profile={profile} /> : <>{fallback}</>;
}
