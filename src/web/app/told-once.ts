import { useEffect, useState } from 'react';
import { isFailure } from '#web/api/failure.ts';
import { callSucceeded } from './alerts.ts';
import { useAppDispatch } from './store.ts';

/**
 * For a form that asks what to keep when somebody else was faster: takes down the alert of the call that met the newer
 * version, because the question says the same and more.
 * @param isAsked whether the question stands
 * @returns to be called with the error of each try, undefined for none
 */
export function useToldOnce(isAsked: boolean): (error: unknown) => void {
  const dispatch = useAppDispatch();
  const [overtaken, setOvertaken] = useState<{ call: string | undefined }>();
  useEffect(() => {
    if (isAsked && overtaken?.call) dispatch(callSucceeded(overtaken.call));
  }, [isAsked, overtaken, dispatch]);
  return (error) => setOvertaken(isFailure(error) && error.errorCode === 'CONFLICT' ? { call: error.call } : undefined);
}
