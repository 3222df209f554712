const browsers: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'an iPhone'],
  [/\biPad\b/, 'an iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'a Mac'],
  [/\bCrOS\b/, 'a Chromebook'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * Names a browser so that its owner recognises it. The header also names the browsers that this one resembles
 * (https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/User-Agent), so the first match counts.
 * @returns for example 'Safari on an iPhone', 'A browser on Linux', or the name that a program gives itself; null when
 * the header says nothing that people would know
 */
export function deviceName(userAgent: string | undefined): string | null {
  const nameIn = (names: typeof browsers) => names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const [browser, system] = [nameIn(browsers), nameIn(systems)];
  if (system) return `${browser ?? 'A browser'} on ${system}`;
  return browser ?? /^(?!Mozilla)[A-Za-z][\w-]{1,29}/.exec(userAgent ?? '')?.[0] ?? null;
}
