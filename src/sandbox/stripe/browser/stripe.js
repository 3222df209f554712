// window.Stripe of the sandbox: what @stripe/stripe-js and @stripe/react-stripe-js use, on the stand-in's routes.
(() => {
  const { post, askForAuthentication, createPaymentElement } = window.stripeSandbox;

  function createElements(initialOptions) {
    let options = { ...initialOptions };
    const made = new Map();
    const elements = {
      create(type, elementOptions = {}) {
        if (made.has(type))
          throw new Error(`Can only create one Element of type ${type} through an Elements instance.`);
        if (type !== 'payment' && type !== 'card') throw new Error(`The sandbox has no Element of type ${type}.`);
        const control = createPaymentElement(type, elementOptions, options.appearance);
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
        return { selectedPaymentMethod: 'card' };
      },
    };
    controls.set(elements, { made, options: () => options });
    return elements;
  }

  const controls = new WeakMap();

  function controlOf(elements) {
    const { made } = controls.get(elements) ?? {};
    const control = made?.get('payment') ?? made?.get('card');
    if (!control) throw new Error('No Payment Element has been created with this Elements instance.');
    return control;
  }

  const kindOf = (clientSecret) => (clientSecret.startsWith('seti_') ? 'setupIntent' : 'paymentIntent');
  const lastErrorOf = (intent) => intent.last_setup_error ?? intent.last_payment_error;

  /** Stripe.js's result of an answer: `{ error }`, or the intent under its name. */
  function resultOf(answer, clientSecret) {
    return answer.error ? { error: answer.error } : { [kindOf(clientSecret)]: answer };
  }

  async function retrieve(clientSecret) {
    return resultOf(await post('intents/retrieve', { clientSecret }), clientSecret);
  }

  /** Asks for 3-D Secure when the intent waits for it, and answers how it ended. */
  async function authenticate(answer, clientSecret, appearance) {
    if (answer.error || answer.status !== 'requires_action') return resultOf(answer, clientSecret);
    const outcome = await askForAuthentication(appearance);
    const ended = await post('intents/authenticate', { clientSecret, outcome });
    const failure = ended.error ?? (ended.status === 'requires_payment_method' ? lastErrorOf(ended) : undefined);
    if (!failure) return resultOf(ended, clientSecret);
    const intentName = kindOf(clientSecret) === 'setupIntent' ? 'setup_intent' : 'payment_intent';
    return { error: ended.error ? failure : { ...failure, [intentName]: ended } };
  }

  /** confirmSetup and confirmPayment: the form or a saved card, 3-D Secure, then the return address if one is due. */
  async function confirm({ elements, clientSecret, confirmParams = {}, redirect = 'always' }) {
    const options = elements ? controls.get(elements).options() : {};
    const secret = clientSecret ?? options.clientSecret;
    if (!secret) throw new Error('confirm needs a clientSecret, here or on the Elements instance.');
    if (redirect !== 'if_required' && !confirmParams.return_url) {
      throw new Error('confirmParams.return_url is required unless redirect is "if_required".');
    }
    const body = { clientSecret: secret };
    if (confirmParams.payment_method) {
      body.paymentMethod = confirmParams.payment_method;
    } else {
      const { error } = await elements.submit();
      if (error) return { error };
      Object.assign(body, cardOf(controlOf(elements), confirmParams.payment_method_data?.billing_details));
    }
    const result = await authenticate(await post('intents/confirm', body), secret, options.appearance);
    if (result.error || redirect === 'if_required') return result;
    const kind = kindOf(secret) === 'setupIntent' ? 'setup_intent' : 'payment_intent';
    const returnUrl = new URL(confirmParams.return_url, location.href);
    returnUrl.searchParams.set(kind, secret.split('_secret_')[0]);
    returnUrl.searchParams.set(`${kind}_client_secret`, secret);
    returnUrl.searchParams.set('redirect_status', 'succeeded');
    location.assign(returnUrl);
    return new Promise(() => {});
  }

  function cardOf(control, billing = {}) {
    const { card, postalCode } = control.card();
    const texts = (values) =>
      Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === 'string' && value !== ''));
    const address = texts({ postal_code: postalCode, ...billing.address });
    return { card, billingDetails: { ...texts({ ...billing, address: '' }), address } };
  }

  /** confirmCardPayment and confirmCardSetup: a saved card's id, or a card element of ours. */
  async function confirmCard(clientSecret, data = {}, { handleActions = true } = {}) {
    const body = { clientSecret };
    const method = data.payment_method;
    if (typeof method === 'string') {
      body.paymentMethod = method;
    } else if (method?.card) {
      const control = cardControls().find(({ element }) => element === method.card);
      if (!control) throw new Error('confirmCard needs a card element of this page.');
      const problem = control.validate();
      if (problem) return { error: { type: 'validation_error', ...problem } };
      Object.assign(body, cardOf(control, method.billing_details));
    }
    const answer = await post('intents/confirm', body);
    return handleActions ? authenticate(answer, clientSecret) : resultOf(answer, clientSecret);
  }

  const groups = [];
  const cardControls = () => groups.flatMap((elements) => [...controls.get(elements).made.values()]);

  async function handleNextAction({ clientSecret }) {
    return authenticate(await post('intents/retrieve', { clientSecret }), clientSecret);
  }

  const notInSandbox = (name) => async () => ({
    error: { type: 'invalid_request_error', message: `${name} is not part of the sandbox; use confirmSetup.` },
  });

  function createStripe(publishableKey) {
    if (typeof publishableKey !== 'string' || publishableKey === '') {
      throw new Error('Please call Stripe() with your publishable key.');
    }
    return {
      elements(options = {}) {
        const elements = createElements(options);
        groups.push(elements);
        return elements;
      },
      confirmSetup: confirm,
      confirmPayment: confirm,
      confirmCardSetup: confirmCard,
      confirmCardPayment: confirmCard,
      handleNextAction,
      handleCardAction: (clientSecret) => handleNextAction({ clientSecret }),
      retrieveSetupIntent: retrieve,
      retrievePaymentIntent: retrieve,
      createToken: notInSandbox('createToken'),
      createPaymentMethod: notInSandbox('createPaymentMethod'),
      _registerWrapper() {},
      registerAppInfo() {},
    };
  }

  // The release that @stripe/stripe-js 10.2 expects; another one makes it warn.
  createStripe.version = 'endive';
  window.Stripe = createStripe;
})();
