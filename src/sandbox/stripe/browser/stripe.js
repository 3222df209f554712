// window.Stripe of the sandbox: the part that @stripe/stripe-js and @stripe/react-stripe-js use.
(() => {
  const { post, askForAuthentication, createPaymentElement } = window.stripeSandbox;

  function createElements(initialOptions) {
    let options = { ...initialOptions };
    const made = new Map();
    const elements = {
      create(type, elementOptions = {}) {
        if (made.has(type))
          throw new Error(`Can only create one Element of type ${type} through an Elements instance.`);
        if (type !== 'payment') throw new Error(`The sandbox has no Element of type ${type}.`);
        const control = createPaymentElement(type, elementOptions, options);
        const { destroy } = control.element;
        control.element.destroy = () => {
          destroy();
          made.delete(type);
        };
        made.set(type, control);
        return control.element;
      },
      getElement: (type) => made.get(typeof type === 'string' ? type : 'payment')?.element ?? null,
      update(changes) {
        options = { ...options, ...changes };
        if (changes.appearance) for (const control of made.values()) control.setAppearance(changes.appearance);
      },
      fetchUpdates: async () => ({}),
      /** Checks the form as Stripe does before a confirmation. */
      async submit() {
        const control = controlOf(elements);
        const problem = control.validate();
        if (problem) return { error: { type: 'validation_error', ...problem } };
        return { selectedPaymentMethod: control.way().type };
      },
    };
    controls.set(elements, { made, options: () => options });
    return elements;
  }

  const controls = new WeakMap();

  function controlOf(elements) {
    const { made } = controls.get(elements) ?? {};
    const control = made?.get('payment');
    if (!control) throw new Error('No Payment Element has been created with this Elements instance.');
    return control;
  }

  const kindOf = (clientSecret) => (clientSecret.startsWith('seti_') ? 'setupIntent' : 'paymentIntent');
  const lastErrorOf = (intent) => intent.last_setup_error ?? intent.last_payment_error;

  /** @returns an answer in the form of Stripe.js: `{ error }`, or the intent under its name */
  function resultOf(answer, clientSecret) {
    return answer.error ? { error: answer.error } : { [kindOf(clientSecret)]: answer };
  }

  /** Asks for 3-D Secure when the intent waits for it. @returns the result */
  async function authenticate(answer, clientSecret, appearance, way) {
    if (answer.error || answer.status !== 'requires_action') return resultOf(answer, clientSecret);
    const outcome = await askForAuthentication(appearance, way);
    const ended = await post('intents/authenticate', { clientSecret, outcome });
    const failure = ended.error ?? (ended.status === 'requires_payment_method' ? lastErrorOf(ended) : undefined);
    if (!failure) return resultOf(ended, clientSecret);
    const intentName = kindOf(clientSecret) === 'setupIntent' ? 'setup_intent' : 'payment_intent';
    return { error: ended.error ? failure : { ...failure, [intentName]: ended } };
  }

  async function confirmSetup({ elements }) {
    const { clientSecret, appearance } = controls.get(elements).options();
    const { error } = await elements.submit();
    if (error) return { error };
    const control = controlOf(elements);
    const answer = await post('intents/confirm', { clientSecret, ...control.read() });
    return authenticate(answer, clientSecret, appearance, control.way());
  }

  /** Takes a saved card only. */
  async function confirmCardPayment(clientSecret, { payment_method: paymentMethod }) {
    return authenticate(await post('intents/confirm', { clientSecret, paymentMethod }), clientSecret);
  }

  const notInSandbox = (name) => async () => ({
    error: { type: 'invalid_request_error', message: `${name} is not part of the sandbox; use confirmSetup.` },
  });

  function createStripe(publishableKey) {
    if (typeof publishableKey !== 'string' || publishableKey === '') {
      throw new Error('Please call Stripe() with your publishable key.');
    }
    return {
      elements: (options = {}) => createElements(options),
      confirmSetup,
      confirmCardPayment,
      createToken: notInSandbox('createToken'),
      createPaymentMethod: notInSandbox('createPaymentMethod'),
      _registerWrapper() {},
      registerAppInfo() {},
    };
  }

  // @stripe/stripe-js 10.2 expects this release, and warns of another.
  createStripe.version = 'endive';
  window.Stripe = createStripe;
})();
