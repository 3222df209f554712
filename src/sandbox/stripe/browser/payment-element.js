// The Payment Element: a card form in a shadow root, with Stripe's element methods and events.
(() => {
  const { applyAppearance, styledRoot, make, field, afterPress, cards } = window.stripeSandbox;

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

  function createPaymentElement(type, initialOptions, appearance) {
    const events = createEmitter();
    let options = { ...initialOptions };
    let currentAppearance = appearance;
    let host;
    const form = buildFields(options);

    const state = () => {
      const texts = form.all.map(({ input }) => input.value);
      return {
        elementType: type,
        empty: texts.every((text) => text === ''),
        complete: form.all.every(({ check }) => check() === undefined),
        collapsed: false,
        value: { type: 'card' },
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
      for (const { input, show, check } of form.all) {
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
          const next = form.all[form.all.findIndex((field) => field.input === input) + (event.shiftKey ? -1 : 1)];
          if (event.key === 'Tab' && next) event.stopPropagation();
          if (event.key === 'Escape') events.emit('escape', { elementType: type });
          // A field in a shadow root does not submit the form around it by itself.
          if (event.key === 'Enter' && !options.readOnly) host?.closest('form')?.requestSubmit();
        });
      }
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
        const grid = make('div', { class: 'grid card', role: 'group', 'aria-label': 'Card details' });
        grid.append(...form.all.map(({ wrap }) => wrap));
        grid.append(make('p', { class: 'caption wide' }, 'Sandbox: no real card is charged. Try 4242 4242 4242 4242.'));
        styledRoot(host).replaceChildren(grid);
        const postalCode = options.defaultValues?.billingDetails?.address?.postal_code;
        if (postalCode && form.zip.input.value === '') form.zip.input.value = postalCode;
        setTimeout(() => {
          events.emit('loaderstart', { elementType: type });
          events.emit('ready', { elementType: type });
        });
      },
      update(changes) {
        options = { ...options, ...changes };
        for (const { input } of form.all) input.readOnly = options.readOnly === true;
      },
      unmount() {
        host?.remove();
        host = undefined;
      },
      destroy() {
        element.unmount();
      },
      focus() {
        form.number.input.focus();
      },
      blur() {
        for (const { input } of form.all) input.blur();
      },
      clear() {
        for (const { input, show } of form.all) {
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
        const problems = form.all.map((entry) => ({ entry, problem: entry.check() }));
        for (const { entry, problem } of problems) entry.show(problem?.message);
        const first = problems.find(({ problem }) => problem !== undefined);
        first?.entry.input.focus();
        return first?.problem;
      },
      /** @returns the card in the form that the stand-in's routes take */
      card() {
        const expiry = cards.digitsOf(form.expiry.input.value);
        return {
          card: {
            number: cards.digitsOf(form.number.input.value),
            expMonth: expiry.slice(0, 2),
            expYear: `20${expiry.slice(2)}`,
            cvc: form.cvc.input.value,
          },
          postalCode: asksForZip(options) ? form.zip.input.value.trim() : undefined,
        };
      },
    };
  }

  Object.assign(window.stripeSandbox, { createPaymentElement });
})();
