// Keeps the page up to date. Without it, everything works and the page is reloaded by hand.
const everyMs = 3000;

/** Puts messages that are not shown yet above the others, which stay as they are: open ones stay open. */
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
      // The server is away, as while it restarts; the next turn finds it again.
    }
  }
  setTimeout(refresh, everyMs);
}

setTimeout(refresh, everyMs);

// A reload is not told again that the clock was moved.
if (location.search.includes('moved=')) history.replaceState(null, '', location.pathname);

document.addEventListener('submit', (event) => {
  const button = event.submitter;
  if (!button) return;
  if (button.getAttribute('aria-disabled') === 'true') {
    event.preventDefault();
    return;
  }
  // Not `disabled`: that would take the button's own value out of what is sent.
  button.setAttribute('aria-disabled', 'true');
  button.textContent = 'Moving…';
});

// A page that comes back by the Back button still says that it is moving.
window.addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});
