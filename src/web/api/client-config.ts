import { useEffect, useState } from 'react';
import type { ClientConfig } from '#contract/system.ts';

let loading: Promise<ClientConfig | undefined> | undefined;

/**
 * Fetches the server's settings for the browser, once per page load. Does not use the API client, which the landing
 * page need not load.
 * @returns the settings, or undefined when the call failed; the next call tries again
 */
export function loadClientConfig(): Promise<ClientConfig | undefined> {
  loading ??= fetch('/v1/client-config')
    .then(async (response) => (response.ok ? ((await response.json()) as ClientConfig) : undefined))
    .catch(() => undefined)
    .then((config) => {
      if (!config) loading = undefined;
      return config;
    });
  return loading;
}

/** @returns the server's settings for the browser, undefined until they are there */
export function useClientConfig(): ClientConfig | undefined {
  const [config, setConfig] = useState<ClientConfig>();
  useEffect(() => {
    let isShown = true;
    void loadClientConfig().then((loaded) => {
      if (isShown) setConfig(loaded);
    });
    return () => {
      isShown = false;
    };
  }, []);
  return config;
}
