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

/** Our colours as `rgb(…)`, for what our style sheet does not reach, such as Stripe's forms. */
export type ThemeColors = Record<keyof typeof tokens, string> & { isDark: boolean };

const darkQuery = '(prefers-color-scheme: dark)';

/** @returns the colours of the scheme that is shown; they change when the person changes the scheme */
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
  // The browser hands out a custom property as written, light-dark(…). It computes only real properties.
  const probe = document.createElement('span');
  document.body.append(probe);
  const read = (token: string) => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const colors = Object.entries(tokens).map(([name, token]) => [name, read(token)]);
  probe.remove();
  return { ...Object.fromEntries(colors), isDark };
}
