// The embedded components of window.StripeConnect that show a worker's money: balances and payouts.
(() => {
  const { post, applyAppearance, styledRoot, make } = window.stripeSandbox;
  const dollars = (cents) => (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
  const day = (seconds) =>
    new Date(seconds * 1000).toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: 'numeric' });

  const drawn = {
    balances: ({ available }) => [
      make('h2', {}, 'Balance'),
      make('p', {}, `${dollars(available)} on its way to your bank account.`),
      make('p', { class: 'caption' }, 'Sandbox: payouts are made at /sandbox.'),
    ],
    payouts: ({ payouts }) => [
      make('h2', {}, 'Payouts'),
      ...(payouts.length === 0
        ? [make('p', {}, 'Nothing was paid out yet.')]
        : payouts.map(({ amount, created, status, failure_message: why }) =>
            make('p', {}, `${day(created)}: ${dollars(amount)} ${status === 'failed' ? `failed. ${why}` : 'paid out'}`),
          )),
    ],
  };

  function define(name) {
    const tag = `stripe-connect-${name}`;
    if (customElements.get(tag)) return;
    customElements.define(
      tag,
      class extends HTMLElement {
        #connector;
        #listeners = {};
        #started = false;

        setConnector(connector) {
          this.#connector = connector;
          connector.adopt(this);
          this.#start();
        }
        connectedCallback() {
          this.#start();
        }
        setOnLoaderStartInternalOnly(listener) {
          this.#listeners.loaderStart = listener;
        }
        setOnLoadErrorInternalOnly(listener) {
          this.#listeners.loadError = listener;
        }
        dress(appearance) {
          applyAppearance(this, appearance);
        }

        async #start() {
          if (!this.#connector || !this.isConnected || this.#started) return;
          this.#started = true;
          this.dress(this.#connector.appearance());
          // React attaches the listeners in effects, after it has put the element in place.
          await new Promise((resolve) => setTimeout(resolve));
          this.#listeners.loaderStart?.({ elementTagName: name });
          try {
            const clientSecret = await this.#connector.secret();
            const answer = await post('account-payouts', { clientSecret });
            if (answer.error) throw new Error(answer.error.message);
            styledRoot(this).replaceChildren(make('div', { class: 'stack' }, ...drawn[name](answer)));
          } catch (error) {
            this.#started = false;
            const message = error instanceof Error ? error.message : String(error);
            this.#listeners.loadError?.({ elementTagName: name, error: { type: 'api_error', message } });
          }
        }
      },
    );
  }
  define('balances');
  define('payouts');
})();
