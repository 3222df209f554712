import { useMemo, useSyncExternalStore } from 'react';

const tokens = {
  surface: '--surface',
  ink: '--ink',
  inkSoft: '--ink-soft',
  lineStrong: '--line-strong',
  primary: '--primary',
  onPrimary: '--on-primary',
  danger: '--danger',
  success: '--success',
} as const;

/** Our colours as `rgb(…)`, for what draws outside our style sheet, such as the payment provider's forms. */
export type ThemeColors = Record<keyof typeof tokens, string> & { isDark: boolean };

const darkQuery = '(prefers-color-scheme: dark)';

/** @returns the colours of the scheme that is shown, read again when the person changes it */
export function useThemeColors(): ThemeColors {
  const isDark = useSyncExternalStore(
    (listener) => {
      const query = matchMedia(darkQuery);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => matchMedia(darkQuery).matches,
    () => false,
  );
  return useMemo(() => readColors(isDark), [isDark]);
}

function readColors(isDark: boolean): ThemeColors {
  // A custom property is handed out as it is written, light-dark(…); only a real property is computed.
  const probe = document.createElement('span');
  document.body.append(probe);
  const read = (token: string) => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const colors = {
    isDark,
    surface: read(tokens.surface),
    ink: read(tokens.ink),
    inkSoft: read(tokens.inkSoft),
    lineStrong: read(tokens.lineStrong),
    primary: read(tokens.primary),
    onPrimary: read(tokens.onPrimary),
    danger: read(tokens.danger),
    success: read(tokens.success),
  };
  probe.remove();
  return colors;
}
