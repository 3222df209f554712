// The Payment Element: a form for a card or another way to pay in a shadow root, with Stripe's element methods and events.
(() => {
  const { post, applyAppearance, styledRoot, make, field, afterPress, cards, otherWays, chooser } =
    window.stripeSandbox;

  function createEmitter() {
    const listeners = new Map();
    return {
      on(type, listener) {
        listeners.set(type, [...(listeners.get(type) ?? []), listener]);
      },
      off(type, listener) {
        listeners.set(type, listener ? (listeners.get(type) ?? []).filter((other) => other !== listener) : []);
      },
      emit(type, event) {
        for (const listener of listeners.get(type) ?? []) listener(event);
      },
    };
  }

  /** Formats the text, and puts the cursor back after the same number of digits. */
  function reformat(input, format) {
    const before = cards.digitsOf(input.value.slice(0, input.selectionStart ?? input.value.length)).length;
    const atEnd = input.selectionStart === input.value.length;
    const text = format(input.value);
    if (text === input.value) return;
    input.value = text;
    if (atEnd) return;
    let position = 0;
    for (let digits = 0; position < text.length && digits < before; position += 1) {
      if (/\d/.test(text[position])) digits += 1;
    }
    input.setSelectionRange(position, position);
  }

  function asksForZip(options) {
    const billing = options.fields?.billingDetails;
    return billing !== 'never' && billing?.address !== 'never' && billing?.address?.postalCode !== 'never';
  }

  /** @returns the form's fields with their rules, in reading order */
  function buildFields(options) {
    const number = field({
      label: 'Card number',
      name: 'cardnumber',
      autocomplete: 'cc-number',
      inputmode: 'numeric',
      placeholder: '1234 1234 1234 1234',
    });
    const width = asksForZip(options) ? 'third' : 'half';
    const expiry = field({
      label: 'Expiry',
      name: 'exp-date',
      autocomplete: 'cc-exp',
      inputmode: 'numeric',
      placeholder: 'MM / YY',
      width,
    });
    const cvc = field({
      label: 'CVC',
      name: 'cvc',
      autocomplete: 'cc-csc',
      inputmode: 'numeric',
      placeholder: 'CVC',
      maxlength: '4',
      width,
    });
    const zip = field({
      label: 'ZIP',
      name: 'postal',
      autocomplete: 'billing postal-code',
      inputmode: 'numeric',
      placeholder: '12345',
      maxlength: '10',
      width,
    });
    const all = [
      { ...number, check: () => cards.checkNumber(number.input.value) },
      { ...expiry, check: () => cards.checkExpiry(expiry.input.value) },
      { ...cvc, check: () => cards.checkCvc(cvc.input.value, number.input.value) },
    ];
    if (asksForZip(options)) all.push({ ...zip, check: () => cards.checkZip(zip.input.value) });
    return { number, expiry, cvc, zip, all };
  }

  function createPaymentElement(type, initialOptions, { appearance, clientSecret }) {
    const events = createEmitter();
    let options = { ...initialOptions };
    let currentAppearance = appearance;
    let host;
    const form = buildFields(options);
    const expiryParts = () => cards.digitsOf(form.expiry.input.value);
    const ways = {
      card: {
        label: 'Card',
        caption: 'Sandbox: no real card is charged. Try 4242 4242 4242 4242.',
        all: form.all,
        read: () => ({
          card: {
            number: cards.digitsOf(form.number.input.value),
            expMonth: expiryParts().slice(0, 2),
            expYear: `20${expiryParts().slice(2)}`,
            cvc: form.cvc.input.value,
          },
          postalCode: asksForZip(options) ? form.zip.input.value.trim() : undefined,
        }),
      },
      ...otherWays(),
    };
    const everyField = Object.values(ways).flatMap(({ all }) => all);
    let chosen = 'card';

    const state = () => {
      const { all } = ways[chosen];
      return {
        elementType: type,
        empty: all.every(({ input }) => input.value === ''),
        complete: all.every(({ check }) => check() === undefined),
        collapsed: false,
        value: { type: chosen },
      };
    };

    function listen() {
      const brand = make('span', { role: 'status', 'aria-label': 'Card brand' });
      form.number.box.classList.add('has-brand');
      form.number.box.append(make('div', { class: 'brand' }, brand));
      form.number.input.addEventListener('input', () => {
        reformat(form.number.input, cards.formatNumber);
        const digits = cards.digitsOf(form.number.input.value);
        brand.textContent = cards.brandOf(digits).label;
        form.cvc.input.maxLength = cards.cvcLength(digits);
      });
      form.expiry.input.addEventListener('input', (event) => {
        const deleting = event.inputType?.startsWith('delete') === true;
        reformat(form.expiry.input, (text) => cards.formatExpiry(text, deleting));
      });
      form.cvc.input.addEventListener('input', () => reformat(form.cvc.input, cards.digitsOf));
      for (const { input, show, check } of everyField) {
        input.addEventListener('input', () => {
          if (check() === undefined || input.getAttribute('aria-invalid') === null) show();
          events.emit('change', state());
        });
        input.addEventListener('blur', () => {
          if (input.value !== '') afterPress(() => show(check()?.message));
          events.emit('blur', { elementType: type });
        });
        input.addEventListener('focus', () => events.emit('focus', { elementType: type }));
        input.addEventListener('keydown', (event) => {
          // A dialog around us sees only the host, and would take Tab to the next field for Tab out of the dialog.
          if (event.key === 'Tab' && hasNext(input, event.shiftKey)) event.stopPropagation();
          if (event.key === 'Escape') events.emit('escape', { elementType: type });
          // A field in a shadow root does not submit the form around it by itself.
          if (event.key === 'Enter' && !options.readOnly) host?.closest('form')?.requestSubmit();
        });
      }
    }

    /** Whether Tab stays within the form. Of the choice only the chosen one is a stop. */
    function hasNext(input, isBack) {
      const root = host?.shadowRoot;
      const stops = [...(root?.querySelectorAll('input:not([type=radio]), input:checked') ?? [])];
      return stops[stops.indexOf(input) + (isBack ? -1 : 1)] !== undefined;
    }

    function draw(types) {
      const { all, caption } = ways[chosen];
      const grid = make('div', { class: 'grid card', role: 'group', 'aria-label': 'Payment details' });
      const choose = (next) => {
        chosen = next;
        draw(types);
        host.shadowRoot.querySelector('input:checked')?.focus();
        events.emit('change', state());
      };
      if (types.length > 1) {
        const choice = chooser(
          types.map((each) => [each, ways[each]]),
          chosen,
          choose,
        );
        choice.addEventListener('keydown', (event) => {
          if (event.key === 'Tab' && hasNext(event.target, event.shiftKey)) event.stopPropagation();
        });
        grid.append(choice);
      }
      grid.append(...all.map(({ wrap }) => wrap));
      grid.append(make('p', { class: 'caption wide' }, caption));
      styledRoot(host).replaceChildren(grid);
    }

    /** @returns the ways to pay that the intent allows, the card first */
    async function allowedTypes() {
      const { allowed_payment_method_types: types, error } = await post('intents/retrieve', { clientSecret });
      if (error) throw error;
      return ['card', ...(types ?? []).filter((each) => each !== 'card')].filter(
        (each) => !types || types.includes(each),
      );
    }

    const element = {
      on(event, listener) {
        events.on(event, listener);
        return element;
      },
      once(event, listener) {
        const once = (payload) => {
          events.off(event, once);
          listener(payload);
        };
        events.on(event, once);
        return element;
      },
      off(event, listener) {
        events.off(event, listener);
        return element;
      },
      mount(target) {
        const parent = typeof target === 'string' ? document.querySelector(target) : target;
        if (!parent) throw new Error('The element to mount the Payment Element in was not found.');
        host?.remove();
        host = make('div', { class: '__PrivateStripeElement' });
        parent.append(host);
        applyAppearance(host, currentAppearance);
        const postalCode = options.defaultValues?.billingDetails?.address?.postal_code;
        if (postalCode && form.zip.input.value === '') form.zip.input.value = postalCode;
        const mounted = host;
        setTimeout(() => events.emit('loaderstart', { elementType: type }));
        allowedTypes().then(
          (types) => {
            if (host !== mounted) return;
            chosen = types[0];
            draw(types);
            events.emit('ready', { elementType: type });
          },
          (error) => host === mounted && events.emit('loaderror', { elementType: type, error }),
        );
      },
      update(changes) {
        options = { ...options, ...changes };
        for (const { input } of everyField) input.readOnly = options.readOnly === true;
      },
      unmount() {
        host?.remove();
        host = undefined;
      },
      destroy() {
        element.unmount();
      },
      focus() {
        host?.shadowRoot?.querySelector('input:checked, input')?.focus();
      },
      blur() {
        for (const { input } of everyField) input.blur();
      },
      clear() {
        for (const { input, show } of everyField) {
          input.value = '';
          show();
        }
      },
      collapse() {},
    };

    listen();
    return {
      element,
      setAppearance(next) {
        currentAppearance = next;
        if (host) applyAppearance(host, next);
      },
      /** Shows every problem and focuses the first. @returns the first problem; undefined for a complete form */
      validate() {
        const problems = ways[chosen].all.map((entry) => ({ entry, problem: entry.check() }));
        for (const { entry, problem } of problems) entry.show(problem?.message);
        const first = problems.find(({ problem }) => problem !== undefined);
        first?.entry.input.focus();
        return first?.problem;
      },
      /** What was chosen. */
      way: () => ({ type: chosen, label: ways[chosen].label }),
      /** @returns what was typed, in the form that the stand-in's routes take */
      read: () => ({ type: chosen, ...ways[chosen].read() }),
    };
  }

  Object.assign(window.stripeSandbox, { createPaymentElement });
})();
