import type { AppearanceOptions, StripeConnectInstance } from '@stripe/connect-js/pure';
import { useEffect, useRef, useState } from 'react';
import { api } from '#web/api/api.ts';
import { isFailure } from '#web/api/failure.ts';
import { loadStripeConnect } from '#web/api/stripe.ts';
import { alertAdded, errorAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { type ThemeColors, useThemeColors } from '#web/ui/theme-colors.ts';

export const secretMessage = 'Failed to fetch client secret';
export const instanceMessage = 'Failed to initialize Stripe Connect instance';

/**
 * Starts the embedded components once. Their colours follow light and dark.
 * @param onSecret called whenever a component may begin to load
 * @param onFailure called after the failure was alerted
 */
export function useConnectInstance(
  userId: string,
  onSecret: () => void,
  onFailure: () => void,
): StripeConnectInstance | undefined {
  const dispatch = useAppDispatch();
  const [createAccountSession] = api.useCreateAccountSessionMutation();
  const [instance, setInstance] = useState<StripeConnectInstance>();
  const colors = useThemeColors();
  const isStarted = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once; the colours are updated below
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    const fetchClientSecret = async () => {
      const { data, error } = await createAccountSession({ params: { userId } });
      if (data) {
        onSecret();
        return data.clientSecret;
      }
      const reason = isFailure(error) ? { details: error.message, traceId: error.traceId } : {};
      dispatch(alertAdded({ type: 'error', data: { message: secretMessage, ...reason } }));
      onFailure();
      throw new Error(secretMessage);
    };
    loadStripeConnect({ fetchClientSecret, appearance: appearanceOf(colors) })
      .then(setInstance)
      .catch(() => {
        dispatch(errorAlert(instanceMessage));
        onFailure();
      });
  }, []);

  useEffect(() => {
    instance?.update({ appearance: appearanceOf(colors) });
  }, [instance, colors]);
  return instance;
}

function appearanceOf(colors: ThemeColors): AppearanceOptions {
  return {
    overlays: 'dialog',
    variables: {
      colorPrimary: colors.primary,
      colorBackground: colors.surface,
      colorText: colors.ink,
      colorSecondaryText: colors.inkSoft,
      colorBorder: colors.lineStrong,
      colorDanger: colors.danger,
      buttonPrimaryColorBackground: colors.primary,
      buttonPrimaryColorText: colors.onPrimary,
      borderRadius: '12px',
      fontSizeBase: '16px',
    },
  };
}
