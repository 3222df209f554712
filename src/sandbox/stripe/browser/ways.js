// The other ways to pay of the Payment Element: what is asked for each, and the choice between them.
(() => {
  const { make, field, cards } = window.stripeSandbox;

  const digits = (label, length, name) => {
    const made = field({ label, name, inputmode: 'numeric', autocomplete: 'off', maxlength: '17' });
    const isComplete = () => length.includes(cards.digitsOf(made.input.value).length);
    const problem = { code: 'incomplete', message: `Your ${label.toLowerCase()} is incomplete.` };
    return { ...made, check: () => (isComplete() ? undefined : problem) };
  };
  const elsewhere = (name) => `Sandbox: ${name} would ask you on a page of its own. You choose its answer next.`;

  /** @returns the ways to pay that the stand-in knows besides cards, by Stripe's names */
  function otherWays() {
    const routing = digits('Routing number', [9], 'routing');
    const account = digits('Account number', [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17], 'account');
    const bankAccount = () => ({
      routingNumber: cards.digitsOf(routing.input.value),
      accountNumber: cards.digitsOf(account.input.value),
    });
    const none = { all: [], read: () => ({}) };
    return {
      us_bank_account: {
        label: 'US bank account',
        caption: 'Sandbox: no real account is charged. Try 110000000 and 000123456789.',
        all: [routing, account],
        read: () => ({ bankAccount: bankAccount() }),
      },
      cashapp: { ...none, label: 'Cash App', caption: elsewhere('Cash App') },
      paypal: { ...none, label: 'PayPal', caption: elsewhere('PayPal') },
      link: { ...none, label: 'Link', caption: elsewhere('Link') },
    };
  }

  /** @returns a group of radio buttons; `onChoose` gets the way that somebody picks */
  function chooser(ways, chosen, onChoose) {
    const group = make('div', { class: 'ways wide', role: 'radiogroup', 'aria-label': 'Way to pay' });
    for (const [type, { label }] of ways) {
      const input = make('input', { type: 'radio', name: 'way', value: type, checked: type === chosen });
      input.addEventListener('change', () => onChoose(type));
      group.append(make('label', {}, input, label));
    }
    return group;
  }

  Object.assign(window.stripeSandbox, { otherWays, chooser });
})();
