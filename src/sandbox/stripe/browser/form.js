// Shared by the stand-ins for Stripe.js and Connect.js: calls to our own origin, fields, styles and the dialog.
// It has no inline handlers or inline styles, so that a strict Content-Security-Policy allows it.
(() => {
  const script = document.currentScript;
  const base = script?.src ? new URL('.', script.src) : new URL('/sandbox/stripe/', location.href);

  /** Posts JSON to the stand-in's routes. @returns the body, which has `error` after a failure */
  async function post(path, body) {
    try {
      const response = await fetch(new URL(path, base), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const answer = await response.json();
      if (response.ok || answer.error) return answer;
      return { error: { type: 'api_error', message: answer.message ?? 'An unexpected error occurred.' } };
    } catch {
      const message = 'We could not reach the card service. Check your connection and try again.';
      return { error: { type: 'api_connection_error', message } };
    }
  }

  const css = `
    :host { display: block; container-type: inline-size; color: var(--text); font-family: var(--font); font-size: var(--size); line-height: 1.45; }
    * { box-sizing: border-box; }
    .grid { display: grid; gap: 14px; grid-template-columns: repeat(6, minmax(0, 1fr)); }
    @container (max-width: 400px) {
      .grid:not(.card) > .half { grid-column: span 6; }
      .card .third { grid-column: span 3; }
      .card .third:last-of-type { grid-column: span 6; }
    }
    .field { display: flex; flex-direction: column; gap: 4px; min-width: 0; }
    .wide { grid-column: span 6; } .half { grid-column: span 3; } .third { grid-column: span 2; }
    label { font-size: 0.925em; font-weight: 500; }
    legend { font-weight: 650; margin: 0 0 8px; padding: 0; }
    fieldset { border: 0; margin: 0; padding: 0; min-width: 0; }
    .box { position: relative; }
    input[type='text'] {
      width: 100%; min-height: 44px; padding: 8px 12px; font: inherit; font-size: max(16px, 1em);
      color: inherit; background: var(--background); border: 1px solid var(--border); border-radius: var(--radius);
    }
    input::placeholder { color: var(--quiet); opacity: 1; }
    input:focus-visible, button:focus-visible { outline: 3px solid var(--primary); outline-offset: 1px; }
    input[aria-invalid='true'] { border-color: var(--danger); }
    .error { color: var(--danger); font-size: 0.9em; margin: 0; }
    .error:empty { display: none; }
    .caption { color: var(--quiet); font-size: 0.85em; margin: 0; }
    .brand {
      position: absolute; inset-block: 0; inset-inline-end: 8px; display: flex; align-items: center; pointer-events: none;
    }
    .brand span {
      border: 1px solid var(--border); border-radius: 5px; padding: 1px 7px; font-size: 0.78em; font-weight: 600;
      background: var(--background);
    }
    .brand span:empty { display: none; }
    .has-brand input { padding-inline-end: 104px; }
    @container (max-width: 340px) {
      .has-brand .brand { position: static; margin-top: 6px; }
      .has-brand input { padding-inline-end: 12px; }
    }
    .check { display: flex; gap: 10px; align-items: flex-start; min-height: 44px; padding-block: 8px; cursor: pointer; }
    .check input { width: 22px; height: 22px; margin: 0; flex: none; accent-color: var(--primary); }
    .ways { display: flex; flex-wrap: wrap; gap: 8px; }
    .ways label {
      display: flex; align-items: center; gap: 8px; min-height: 44px; padding: 8px 14px; cursor: pointer;
      border: 1px solid var(--border); border-radius: var(--radius);
    }
    .ways label:has(:checked) { border-color: var(--primary); box-shadow: inset 0 0 0 1px var(--primary); }
    .ways label:has(:focus-visible) { outline: 3px solid var(--primary); outline-offset: 1px; }
    .ways input { width: 18px; height: 18px; margin: 0; accent-color: var(--primary); outline: none; }
    .actions { display: flex; flex-wrap: wrap; gap: 10px; }
    button {
      min-height: 44px; padding: 8px 18px; font: inherit; font-weight: 600; cursor: pointer; border-radius: var(--radius);
      border: 1px solid var(--border); background: var(--background); color: inherit;
    }
    button.main { background: var(--primary); border-color: var(--primary); color: var(--on-primary); }
    button[disabled] { opacity: 0.6; cursor: progress; }
    h2 { font-size: 1.3em; line-height: 1.25; margin: 0 0 6px; }
    p { margin: 0; }
    a { color: inherit; }
    .stack { display: grid; gap: 18px; max-width: 560px; }
    dialog {
      width: min(420px, calc(100vw - 32px)); border: 1px solid var(--border); border-radius: 14px; padding: 24px;
      color: var(--text); background: var(--background); box-shadow: 0 18px 50px rgb(0 0 0 / 0.35);
    }
    dialog::backdrop { background: rgb(0 0 0 / 0.55); }
  `;

  const names = {
    colorPrimary: '--primary',
    colorBackground: '--background',
    colorText: '--text',
    colorDanger: '--danger',
    colorBorder: '--border',
    borderRadius: '--radius',
    fontFamily: '--font',
    fontSizeBase: '--size',
    colorTextSecondary: '--quiet',
    colorSecondaryText: '--quiet',
    buttonPrimaryColorBackground: '--primary',
    buttonPrimaryColorText: '--on-primary',
  };

  /** Picks black or white for text on a colour, by WCAG's contrast. A canvas turns the colour into its parts. */
  function readableOn(host, color) {
    host.style.setProperty('outline-color', color);
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (!context) return '#fff';
    context.fillStyle = getComputedStyle(host).outlineColor;
    context.fillRect(0, 0, 1, 1);
    host.style.removeProperty('outline-color');
    const light = [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)].map((part) => {
      const value = part / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    const luminance = 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2];
    return luminance > 0.179 ? '#000' : '#fff';
  }

  /** Sets the host's colours and shape from Stripe's `appearance`; by default they follow the page's own scheme. */
  function applyAppearance(host, appearance = {}) {
    const night = appearance.theme === 'night';
    const defaults = {
      '--primary': night ? '#85d996' : 'light-dark(#0b5fff, #8ab4ff)',
      '--background': night ? '#30313d' : 'Canvas',
      '--text': night ? '#fff' : 'CanvasText',
      '--danger': night ? '#fe87a1' : 'light-dark(#b3122d, #ff9aa8)',
      '--border': 'color-mix(in srgb, var(--text) 55%, var(--background))',
      '--quiet': 'color-mix(in srgb, var(--text) 72%, var(--background))',
      '--radius': '8px',
      '--font': 'inherit',
      '--size': '16px',
    };
    const given = { ...appearance.variables };
    for (const [property, value] of Object.entries(defaults)) host.style.setProperty(property, value);
    for (const [name, property] of Object.entries(names)) {
      if (typeof given[name] === 'string') host.style.setProperty(property, given[name]);
    }
    if (!given.buttonPrimaryColorText) host.style.setProperty('--on-primary', readableOn(host, 'var(--primary)'));
  }

  /** @returns the host's open shadow root, with the shared styles */
  function styledRoot(host) {
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets = [sheet];
    return root;
  }

  /** Makes an element with attributes and children. Text becomes a text node, never markup. */
  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : value);
    }
    element.append(...children);
    return element;
  }

  let count = 0;

  /** Makes a labelled text input with its error line. `width`: wide, half or third of the row. */
  function field({ label, width = 'wide', ...attributes }) {
    count += 1;
    const id = `stripe-sandbox-${count}`;
    const error = make('p', { class: 'error', id: `${id}-error` });
    const input = make('input', { type: 'text', id, 'aria-describedby': `${id}-error`, ...attributes });
    const box = make('div', { class: 'box' }, input);
    const wrap = make('div', { class: `field ${width}` }, make('label', { for: id }, label), box, error);
    return {
      wrap,
      box,
      input,
      /** Shows a message under the field, or removes it. */
      show(message = '') {
        error.textContent = message;
        if (message) input.setAttribute('aria-invalid', 'true');
        else input.removeAttribute('aria-invalid');
      },
    };
  }

  let pressed = false;
  addEventListener('pointerdown', () => (pressed = true), true);
  for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => (pressed = false), true);

  /** Runs `work` when no button or finger is down, because a page that moves under a press loses the click. */
  function afterPress(work) {
    if (!pressed) return setTimeout(work);
    const end = () => setTimeout(() => afterPress(work));
    return addEventListener('pointerup', end, { once: true });
  }

  /**
   * Shows the bank's 3-D Secure question, or that of another way to pay.
   * @returns 'succeeded' or 'failed', also when it is closed
   */
  function askForAuthentication(appearance, way) {
    const who =
      way && way.type !== 'card'
        ? `${way.label} would ask you to approve this on a page of its own`
        : 'your bank would ask you to approve this here (3-D Secure)';
    // React Aria hides everything outside an open dialog unless it says that it belongs to the top layer.
    const host = make('div', { 'data-react-aria-top-layer': 'true' });
    document.body.append(host);
    applyAppearance(host, appearance);
    const accept = make('button', { type: 'button', class: 'main' }, 'Complete authentication');
    const refuse = make('button', { type: 'button' }, 'Fail authentication');
    const dialog = make(
      'dialog',
      { 'aria-labelledby': 'title', 'aria-describedby': 'text' },
      make(
        'div',
        { class: 'stack' },
        make(
          'div',
          {},
          make('h2', { id: 'title' }, 'Confirm it is you'),
          make('p', { id: 'text' }, `Sandbox: ${who}. Choose its answer.`),
        ),
        make('div', { class: 'actions' }, accept, refuse),
      ),
    );
    styledRoot(host).append(dialog);
    return new Promise((resolve) => {
      const end = (outcome) => {
        dialog.close();
        host.remove();
        resolve(outcome);
      };
      accept.addEventListener('click', () => end('succeeded'));
      refuse.addEventListener('click', () => end('failed'));
      dialog.addEventListener('cancel', (event) => {
        event.preventDefault();
        end('failed');
      });
      dialog.showModal();
    });
  }

  window.stripeSandbox = { post, applyAppearance, styledRoot, make, field, afterPress, askForAuthentication };
})();
