// @ts-check
// Optional: every screen works without this script. htmx replaces lists; this file does what htmx lacks.

const announcer = document.getElementById('announce');

/** @param {string} text */
function announce(text) {
  if (announcer) announcer.textContent = text;
}

/** Says on the button for a moment how it went. @param {HTMLElement} button */
async function copy(button) {
  const text = button.dataset['copy'] ?? button.closest('figure')?.querySelector('code')?.textContent ?? '';
  // Pressed again before the moment is over, the button does not show its own words.
  const words = (button.dataset['words'] ??= button.textContent);
  const isCopied = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
  const outcome = isCopied ? '✓' : (announcer?.dataset['notCopied'] ?? '✗');
  button.textContent = outcome;
  announce(`${words}: ${outcome}`);
  setTimeout(() => {
    button.textContent = words;
  }, 1500);
}

/** Shows the buttons that need a script. @param {ParentNode} root */
function arrive(root) {
  if (!navigator.clipboard) return;
  for (const button of root.querySelectorAll('[data-copy], [data-copy-block]'))
    button.removeAttribute('hidden');
}

document.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const button = target?.closest('[data-copy], [data-copy-block]');
  if (button instanceof HTMLElement) void copy(button);
  for (const open of document.querySelectorAll('details.person[open]')) {
    if (!target || !open.contains(target)) open.removeAttribute('open');
  }
});

document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return;
  for (const open of document.querySelectorAll('details.person[open]')) {
    open.removeAttribute('open');
    open.querySelector('summary')?.focus();
  }
});

/**
 * Whether a form has a file, or files together, that the service does not take: it would refuse the form as a whole, and everything that
 * was typed would be lost. The field says so.
 *
 * @param {HTMLFormElement} form
 */
function hasTooMuch(form) {
  let together = 0;
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement) || field.dataset['most'] === undefined) continue;
    const size = field.files?.[0]?.size ?? 0;
    together += size;
    field.setCustomValidity(problemOf(field.dataset, size, together));
    if (!field.reportValidity()) return true;
  }
  return false;
}

/** @param {DOMStringMap} limits @param {number} size @param {number} together */
function problemOf({ most, mostTogether, large = '', many = '' }, size, together) {
  if (size > Number(most)) return large;
  return together > Number(mostTogether) ? many : '';
}

document.addEventListener('submit', (event) => {
  const form = event.target;
  // `form.method` would be the field of this name, where there is one.
  if (!(form instanceof HTMLFormElement) || form.getAttribute('method') !== 'post') return;
  if (hasTooMuch(form)) return event.preventDefault();
  // Wait for the submission: a disabled button would not send its value.
  setTimeout(() => {
    for (const each of form.elements) if (each instanceof HTMLButtonElement) each.disabled = true;
  });
});

// A screen restored from the back/forward cache shows an old state: load it again.
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});

// The keypad of the till writes into the field of the amount.
for (const pad of document.querySelectorAll('[data-keypad]')) {
  const field = document.getElementById(pad.getAttribute('data-keypad') ?? '');
  if (!(field instanceof HTMLInputElement)) continue;
  pad.removeAttribute('hidden');
  pad.addEventListener('click', ({ target }) => {
    const key = target instanceof HTMLElement ? target.dataset['key'] : undefined;
    if (key === undefined) return;
    field.value = key === '' ? field.value.slice(0, -1) : field.value + key;
  });
}

/** Live lists: the stream only says that something happened; htmx then loads the list again. */
function follow() {
  const live = document.querySelector('[data-live]');
  if (!(live instanceof HTMLElement) || !('EventSource' in window)) return;
  const source = new EventSource(live.dataset['live'] ?? '');
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let soon;
  source.addEventListener('changed', () => {
    clearTimeout(soon);
    soon = setTimeout(() => document.body.dispatchEvent(new Event('changed')), 300);
  });
  addEventListener('pagehide', () => source.close());
}

// What the page loads by itself must not keep the session of somebody who has left. Only what a person did is trusted.
document.addEventListener('htmx:configRequest', (event) => {
  if (!(event instanceof CustomEvent) || event.detail.triggeringEvent?.isTrusted) return;
  event.detail.headers['X-Automatic'] = 'true';
});

// Whoever types is there. Without a request of theirs the session would end, and what they have typed would be lost with it.
const heardEveryMs = 5 * 60_000;
let heardAt = performance.now();
document.addEventListener('input', (event) => {
  if (!event.isTrusted || performance.now() - heardAt < heardEveryMs) return;
  heardAt = performance.now();
  fetch('/dashboard/account', { method: 'HEAD' }).catch(() => {});
});

/** Whether a person chose a filter: the load of a list was not begun by the page itself. @param {Event} event */
function isChosen(event) {
  return event instanceof CustomEvent && event.detail.requestConfig?.triggeringEvent?.isTrusted === true;
}

// A list that could not be loaded would stay below filters that it does not follow. The page of its address says what is wrong.
for (const failure of ['htmx:responseError', 'htmx:sendError', 'htmx:timeout']) {
  document.addEventListener(failure, (event) => {
    if (event instanceof CustomEvent && isChosen(event))
      location.assign(event.detail.pathInfo.finalRequestPath);
  });
}

/** Says what the filters have found: the focus stays in them. */
function announceList() {
  const empty = document.querySelector('#list .empty');
  const rows = document.querySelectorAll('#list tbody tr').length;
  announce(empty?.textContent?.trim() ?? `${announcer?.dataset['rows'] ?? ''}: ${rows}`);
}

/** Moves the focus to what comes next, if a screen names it. @param {string} next */
function focus(next) {
  const first = document.querySelector(next);
  if (first instanceof HTMLElement) first.focus();
}

/** @param {string | null | undefined} text */
const quoted = (text) => CSS.escape(text ?? '');

/** How to find a link or a button again in a list that was replaced. @param {Element} element */
function placeOf(element) {
  if (element.matches('a[href]')) return `#list a[href="${quoted(element.getAttribute('href'))}"]`;
  if (element instanceof HTMLElement && element.matches('[data-copy]'))
    return `#list [data-copy="${quoted(element.dataset['copy'])}"]`;
  const form = element.closest('#list form[action]');
  return form ? `#list form[action="${quoted(form.getAttribute('action'))}"] button` : undefined;
}

/** Where the focus was in the list that is about to be replaced. @type {string | undefined} */
let focused;

document.addEventListener('htmx:beforeSwap', () => {
  const active = document.activeElement;
  focused = active?.closest('#list') ? placeOf(active) : undefined;
});

/** A list that loads again, perhaps by itself, must not take the focus from what a person is at. */
function refocus() {
  if (focused === undefined || document.activeElement !== document.body) return;
  const again = document.querySelector(focused);
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
}

document.addEventListener('htmx:afterSwap', (event) => {
  arrive(document);
  refocus();
  if (isChosen(event)) announceList();
  // A notice in a list that loads again must not take the focus from what is being typed.
  focus('a[data-focus]');
});
arrive(document);
follow();
focus('[data-focus]');
