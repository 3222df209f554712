// window.StripeConnect of the sandbox, and its embedded account onboarding; payouts.js has the others.
(() => {
  const { post, applyAppearance, styledRoot, make, field } = window.stripeSandbox;
  const elementName = 'account-onboarding';

  /** @returns the fields, their checks, and the body for the stand-in */
  function buildForm() {
    const firstName = field({
      label: 'Legal first name',
      name: 'firstName',
      autocomplete: 'given-name',
      width: 'half',
    });
    const lastName = field({ label: 'Legal last name', name: 'lastName', autocomplete: 'family-name', width: 'half' });
    const number = { inputmode: 'numeric', width: 'third' };
    const month = field({ label: 'Month', placeholder: 'MM', autocomplete: 'bday-month', maxlength: '2', ...number });
    const day = field({ label: 'Day', placeholder: 'DD', autocomplete: 'bday-day', maxlength: '2', ...number });
    const year = field({ label: 'Year', placeholder: 'YYYY', autocomplete: 'bday-year', maxlength: '4', ...number });
    const routing = field({
      label: 'Routing number',
      placeholder: '110000000',
      inputmode: 'numeric',
      autocomplete: 'off',
      maxlength: '9',
      width: 'half',
    });
    const account = field({
      label: 'Account number',
      placeholder: '000123456789',
      inputmode: 'numeric',
      autocomplete: 'off',
      maxlength: '17',
      width: 'half',
    });
    const terms = make('input', { type: 'checkbox', id: 'terms', 'aria-describedby': 'terms-error' });
    const termsError = make('p', { class: 'error', id: 'terms-error' });

    const value = ({ input }) => input.value.trim();
    const needed = (entry, message) => ({ entry, problem: () => (value(entry) ? undefined : message) });
    const matching = (entry, pattern, message) => ({
      entry,
      problem: () => (pattern.test(value(entry)) ? undefined : message),
    });
    const between = (entry, low, high, message) => ({
      entry,
      problem: () => (/^\d+$/.test(value(entry)) && value(entry) >= low && value(entry) <= high ? undefined : message),
    });
    const termsEntry = {
      input: terms,
      show(message = '') {
        termsError.textContent = message;
        if (message) terms.setAttribute('aria-invalid', 'true');
        else terms.removeAttribute('aria-invalid');
      },
    };
    const checks = [
      needed(firstName, 'Enter your first name.'),
      needed(lastName, 'Enter your last name.'),
      between(month, 1, 12, 'Enter a month from 1 to 12.'),
      between(day, 1, 31, 'Enter a day from 1 to 31.'),
      between(year, 1900, new Date().getFullYear(), 'Enter a year such as 1990.'),
      matching(routing, /^\d{9}$/, 'A routing number has nine digits.'),
      matching(account, /^\d{4,17}$/, 'An account number has 4 to 17 digits.'),
      {
        entry: termsEntry,
        problem: () => (terms.checked ? undefined : 'Agree to the terms to go on.'),
      },
    ];
    for (const { entry } of checks) entry.input.addEventListener('input', () => entry.show());
    return {
      checks,
      terms,
      termsError,
      entries: { firstName, lastName, month, day, year, routing, account },
      body: () => ({
        firstName: value(firstName),
        lastName: value(lastName),
        birthDate: { year: value(year), month: value(month), day: value(day) },
        routingNumber: value(routing),
        accountNumber: value(account),
        agreesToTerms: terms.checked,
      }),
    };
  }

  /** @returns the field that the stand-in's error is about */
  function entryOf(form, param = '') {
    const { firstName, lastName, day, routing, account } = form.entries;
    if (param.includes('first_name')) return firstName;
    if (param.includes('last_name')) return lastName;
    if (param.includes('dob')) return day;
    if (param.includes('routing')) return routing;
    return param.includes('account_number') ? account : undefined;
  }

  class AccountOnboarding extends HTMLElement {
    #connector;
    #listeners = {};
    #termsUrl;
    #started = false;

    setConnector(connector) {
      this.#connector = connector;
      connector.adopt(this);
      this.#start();
    }

    connectedCallback() {
      this.#start();
    }

    setOnExitInternalOnly(listener) {
      this.#listeners.exit = listener;
    }
    setOnStepChangeInternalOnly(listener) {
      this.#listeners.stepChange = listener;
    }
    setOnLoaderStartInternalOnly(listener) {
      this.#listeners.loaderStart = listener;
    }
    setOnLoadErrorInternalOnly(listener) {
      this.#listeners.loadError = listener;
    }
    setFullTermsOfServiceUrlInternalOnly(url) {
      this.#termsUrl = url;
    }
    setRecipientTermsOfServiceUrlInternalOnly(url) {
      this.#termsUrl ??= url;
    }
    setPrivacyPolicyUrlInternalOnly() {}
    setSkipTermsOfServiceCollectionInternalOnly() {}
    setCollectionOptionsInternalOnly() {}

    dress(appearance) {
      applyAppearance(this, appearance);
    }

    async #start() {
      if (!this.#connector || !this.isConnected || this.#started) return;
      this.#started = true;
      this.dress(this.#connector.appearance());
      // React attaches the listeners in effects, after it has put the element in place.
      await new Promise((resolve) => setTimeout(resolve));
      this.#listeners.loaderStart?.({ elementTagName: elementName });
      try {
        const clientSecret = await this.#connector.secret();
        const account = await post('account-onboarding/claim', { clientSecret });
        if (account.error) throw new Error(account.error.message);
        if (account.details_submitted) this.#showDone();
        else this.#showForm(clientSecret);
      } catch (error) {
        this.#started = false;
        const message = error instanceof Error ? error.message : String(error);
        this.#listeners.loadError?.({ elementTagName: elementName, error: { type: 'api_error', message } });
      }
    }

    #render(...children) {
      styledRoot(this).replaceChildren(make('div', { class: 'stack' }, ...children));
    }

    #exit() {
      this.#listeners.exit?.();
    }

    #showDone() {
      const done = make('button', { type: 'button', class: 'main' }, 'Done');
      done.addEventListener('click', () => this.#exit());
      this.#render(
        make(
          'div',
          {},
          make('h2', {}, 'Your details are in'),
          make('p', {}, 'You can take jobs and be paid for them.'),
        ),
        make('div', { class: 'actions' }, done),
      );
      this.#listeners.stepChange?.({ step: 'summary' });
    }

    #showForm(clientSecret) {
      const form = buildForm();
      const { firstName, lastName, month, day, year, routing, account: bankAccount } = form.entries;
      const termsText = this.#termsUrl
        ? make('a', { href: this.#termsUrl, target: '_blank', rel: 'noopener' }, 'terms of service')
        : 'terms of service';
      const submit = make('button', { type: 'submit', class: 'main' }, 'Submit');
      const leave = make('button', { type: 'button' }, 'Exit without finishing');
      const failure = make('p', { class: 'error', role: 'alert' });
      const element = make(
        'form',
        { class: 'stack', novalidate: true },
        make('div', { class: 'grid' }, firstName.wrap, lastName.wrap),
        make(
          'fieldset',
          {},
          make('legend', {}, 'Date of birth'),
          make('div', { class: 'grid' }, month.wrap, day.wrap, year.wrap),
        ),
        make(
          'fieldset',
          {},
          make('legend', {}, 'Bank account for your pay'),
          make('div', { class: 'grid' }, routing.wrap, bankAccount.wrap),
        ),
        make('p', { class: 'caption' }, 'Sandbox: no money moves. Try routing 110000000 and account 000123456789.'),
        make(
          'div',
          {},
          make(
            'label',
            { class: 'check', for: 'terms' },
            form.terms,
            make('span', {}, 'I agree to the ', termsText, '.'),
          ),
          form.termsError,
        ),
        failure,
        make('div', { class: 'actions' }, submit, leave),
      );
      leave.addEventListener('click', () => this.#exit());
      element.addEventListener('submit', async (event) => {
        event.preventDefault();
        if (submit.disabled) return;
        failure.textContent = '';
        const problems = form.checks.map(({ entry, problem }) => ({ entry, message: problem() }));
        for (const { entry, message } of problems) entry.show(message);
        const first = problems.find(({ message }) => message !== undefined);
        if (first) {
          first.entry.input.focus();
          return;
        }
        submit.disabled = true;
        submit.textContent = 'Submitting …';
        const answer = await post('account-onboarding/submit', { clientSecret, ...form.body() });
        submit.disabled = false;
        submit.textContent = 'Submit';
        if (!answer.error) {
          this.#showDone();
          this.#exit();
          return;
        }
        const entry = entryOf(form, answer.error.param);
        if (entry) {
          entry.show(answer.error.message);
          entry.input.focus();
        } else {
          failure.textContent = answer.error.message;
        }
      });
      this.#render(
        make(
          'div',
          {},
          make('h2', {}, 'Get ready to be paid'),
          make('p', {}, 'We need a few details before customers can hire you.'),
        ),
        element,
      );
      this.#listeners.stepChange?.({ step: 'personal_details' });
    }
  }

  if (!customElements.get('stripe-connect-account-onboarding')) {
    customElements.define('stripe-connect-account-onboarding', AccountOnboarding);
  }

  window.StripeConnect = {
    init(params) {
      let { appearance } = params;
      // The loader has asked for the first client secret already; later ones are asked for here.
      let eager = params.metaOptions?.eagerClientSecretPromise;
      const elements = new Set();
      return {
        connect: {
          adopt: (element) => elements.add(element),
          appearance: () => appearance,
          async secret() {
            const pending = eager ?? params.fetchClientSecret();
            eager = undefined;
            const secret = await pending;
            if (typeof secret !== 'string' || secret === '') throw new Error('Failed to fetch client secret');
            return secret;
          },
        },
        update(changes) {
          appearance = changes.appearance ?? appearance;
          for (const element of elements) element.dress(appearance);
        },
        async logout() {
          for (const element of elements) element.remove();
          elements.clear();
        },
      };
    },
  };
})();
