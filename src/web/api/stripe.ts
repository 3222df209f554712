import type { IStripeConnectInitParams, StripeConnectInstance } from '@stripe/connect-js/pure';
import { loadConnectAndInitialize } from '@stripe/connect-js/pure';
import type { Stripe } from '@stripe/stripe-js';
import { loadStripe as loadStripeScript } from '@stripe/stripe-js/pure';
import { loadClientConfig } from './client-config.ts';
import { reloadForPayments } from './payment-document.ts';

/** Only this file loads Stripe's scripts. It starts them with this server's key. */

const unreachable = 'The payment service could not be reached. Please check your internet connection and try again.';

let stripe: Promise<Stripe> | undefined;

/**
 * Starts Stripe.js once per page load. After a failure the next call tries again.
 * @throws Error worded for people when Stripe.js cannot be loaded
 */
export function loadStripe(): Promise<Stripe> {
  stripe ??= startStripe().catch((error: unknown) => {
    stripe = undefined;
    throw error;
  });
  return stripe;
}

async function startStripe(): Promise<Stripe> {
  const publishableKey = await prepare();
  const loaded = await loadStripeScript(publishableKey).catch(() => null);
  if (!loaded) throw new Error(unreachable);
  keepAboveDialogs();
  return loaded;
}

/**
 * Starts Connect.js for the embedded components.
 * @param options as Connect.js takes them, without the key
 * @throws Error when it cannot be loaded
 */
export async function loadStripeConnect(
  options: Omit<IStripeConnectInitParams, 'publishableKey'>,
): Promise<StripeConnectInstance> {
  const publishableKey = await prepare();
  const instance = loadConnectAndInitialize({ ...options, publishableKey });
  // Connect.js returns the instance before its script is loaded. This waits for the script, so that a failure is seen.
  if ('debugInstance' in instance && typeof instance.debugInstance === 'function') await instance.debugInstance();
  return instance;
}

/** Loads the classic scripts that the server names. @returns the publishable key */
async function prepare(): Promise<string> {
  // The page is about to reload. Callers wait until then.
  if (reloadForPayments()) await new Promise(() => {});
  const config = await loadClientConfig();
  if (!config) throw new Error(unreachable);
  for (const source of config.paymentScripts) await loadClassicScript(source);
  return config.stripePublishableKey;
}

const scripts = new Map<string, Promise<void>>();

function loadClassicScript(source: string): Promise<void> {
  const known = scripts.get(source);
  if (known) return known;
  const loading = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = source;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      scripts.delete(source);
      reject(new Error(unreachable));
    };
    document.head.append(script);
  });
  scripts.set(source, loading);
  return loading;
}

let isWatching = false;

/**
 * Keeps the bank's question (3-D Secure) usable above our dialogs. Stripe.js adds it at the end of the body, where
 * React Aria makes everything outside an open dialog inert unless it is marked as a top layer.
 */
function keepAboveDialogs(): void {
  if (isWatching) return;
  isWatching = true;
  new MutationObserver((changes) => {
    for (const node of changes.flatMap((change) => [...change.addedNodes])) {
      if (!(node instanceof HTMLElement) || !isStripeFrame(node)) continue;
      node.dataset.reactAriaTopLayer = 'true';
      for (const element of [node, ...node.querySelectorAll<HTMLElement>('*')]) element.inert = false;
    }
  }).observe(document.body, { childList: true });
}

function isStripeFrame(element: HTMLElement): boolean {
  const frame = 'iframe[name^="__privateStripe"], iframe[src^="https://js.stripe.com/"]';
  return element.matches(frame) || element.querySelector(frame) !== null;
}
