// Keeps the page up to date. Without this script everything works, but people reload the page by hand.
const everyMs = 3000;

/** Puts new messages above the others. The others are not touched, so that open ones stay open. */
function addMessages(fresh) {
  const list = document.querySelector('#messages');
  const news = [...fresh.querySelectorAll('#messages > li')].filter((item) => !document.getElementById(item.id));
  if (news.length === 0) return;
  for (const item of news.reverse()) {
    const added = document.importNode(item, true);
    added.classList.add('just-came');
    list.prepend(added);
  }
  document.querySelector('#no-messages').hidden = true;
  document.querySelector('#news').textContent = news.length === 1 ? 'A new message' : `${news.length} new messages`;
}

function replaceChanged(fresh) {
  for (const part of document.querySelectorAll('[data-live]')) {
    const newer = fresh.querySelector(`[data-live="${part.dataset.live}"]`);
    if (newer && newer.innerHTML !== part.innerHTML)
      part.replaceChildren(...document.importNode(newer, true).childNodes);
  }
}

async function refresh() {
  if (document.visibilityState === 'visible') {
    try {
      const answer = await fetch('/sandbox');
      if (answer.ok) {
        const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
        addMessages(fresh);
        replaceChanged(fresh);
      }
    } catch {
      // The server does not answer, for example during a restart; the next refresh tries again.
    }
  }
  setTimeout(refresh, everyMs);
}

setTimeout(refresh, everyMs);

// So that a reload does not say again what was done.
if (/moved=|texted=/.test(location.search)) history.replaceState(null, '', location.pathname);

document.addEventListener('submit', (event) => {
  const button = event.submitter;
  if (!button) return;
  if (button.getAttribute('aria-disabled') === 'true') {
    event.preventDefault();
    return;
  }
  // With `disabled` the form would not send the button's value.
  button.setAttribute('aria-disabled', 'true');
  button.textContent = button.dataset.busy ?? 'Moving…';
});

// After the Back button the page would still say that it is moving.
window.addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});
