// @ts-check
// Optional: every page works without this script. It keeps no card number: it only reads the field.

const announcer = document.getElementById('announce');
/** A page that waits longer asks less often: a result that comes late must still be shown. */
const eager = 40;
/** A phone that changes its network may lose an answer without being told, and wait for it for ever. */
const patienceMs = 20_000;
let asks = 0;
let failures = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** @param {string} text */
function announce(text) {
  if (announcer) announcer.textContent = text;
}

/** What may change: a page that waits, or one whose time runs out, which its payer may also have paid or cancelled on another one. */
function changing() {
  const main = document.querySelector('main');
  return main?.dataset['poll'] || main?.querySelector('[data-left]') ? main : null;
}

/** Loads the same address again and shows what has changed. */
async function refresh() {
  clearTimeout(timer);
  const main = changing();
  if (!main) return;
  asks += 1;
  const lost = new AbortController();
  const losing = setTimeout(() => lost.abort(), patienceMs);
  try {
    const answer = await fetch(location.pathname + location.search, {
      headers: { accept: 'text/html' },
      cache: 'no-store',
      signal: lost.signal,
    });
    failures = answer.status < 500 && answer.status !== 429 ? 0 : failures + 1;
    const text = await answer.text();
    // On a slow network an answer may come after a later one, which has replaced this page.
    if (failures === 0 && main.isConnected) swap(main, text);
  } catch {
    failures += 1;
  }
  clearTimeout(losing);
  if (!document.querySelector('main[data-poll]')) return;
  timer = setTimeout(refresh, asks < eager ? 3000 * 2 ** Math.min(failures, 4) : 30_000);
}

/**
 * Replaces a page that has changed. On the same page only the clock is set, so that nobody loses their place.
 * @param {HTMLElement} main
 * @param {string} text
 */
function swap(main, text) {
  const next = new DOMParser().parseFromString(text, 'text/html');
  const fresh = next.querySelector('main');
  if (!fresh) return;
  if (fresh.dataset['page'] !== main.dataset['page']) {
    asks = 0;
    main.replaceWith(fresh);
    // Around a card form they say more than around other pages.
    for (const name of ['header', 'footer']) {
      const around = next.querySelector(name);
      if (around) document.querySelector(name)?.replaceWith(around);
    }
    document.title = next.title;
    start();
    arrive(fresh);
  } else {
    const clock = fresh.querySelector('[data-left]');
    if (clock) main.querySelector('[data-left]')?.replaceWith(clock);
    countDown();
  }
}

/** @param {HTMLElement} main */
function arrive(main) {
  const heading = main.querySelector('h1');
  if (!heading || main.querySelector('[data-focus]')) return;
  announce(heading.textContent ?? '');
  heading.setAttribute('tabindex', '-1');
  heading.focus();
}

/** @type {ReturnType<typeof setInterval> | undefined} */
let ticking;

/** Counts down from the server's seconds, and announces only 60, 30 and 10. */
function countDown() {
  clearInterval(ticking);
  const clock = document.querySelector('[data-left]');
  if (!(clock instanceof HTMLElement)) return;
  const end = performance.now() + Number(clock.dataset['left']) * 1000;
  const shown = clock.querySelector('.number');
  const bar = clock.querySelector('progress');
  ticking = setInterval(() => {
    const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    if (shown) shown.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
    if (bar) bar.value = left;
    const said = clock.dataset[`say${left}`];
    if (said) announce(said);
    if (left > 0) return;
    clearInterval(ticking);
    void refresh();
  }, 1000);
}

/** Returns to the merchant after some seconds, unless the customer chooses to stay. */
function goBack() {
  const note = document.querySelector('[data-go]');
  const link = document.querySelector('a.button');
  const stay = document.querySelector('[data-stay]');
  if (!(note instanceof HTMLElement) || !(link instanceof HTMLAnchorElement) || !stay) return;
  note.hidden = false;
  stay.removeAttribute('hidden');
  const leaving = setTimeout(() => location.assign(link.href), Number(note.dataset['go']) * 1000);
  stay.addEventListener('click', () => {
    clearTimeout(leaving);
    note.hidden = true;
    stay.setAttribute('hidden', '');
    link.focus();
  });
}

/** @param {HTMLInputElement} input */
function tidyExpiry(input) {
  const digits = input.value.replace(/\D/g, '');
  if (/^\d{3,4}$/.test(digits) && !/[/]/.test(input.value))
    input.value = `${digits.slice(0, 2)} / ${digits.slice(2)}`;
}

/**
 * Groups the digits as they stand on the card, and keeps the caret behind the same digit. After the Delete key it stands behind the
 * space, too: the space that was deleted comes back, and the next digit could never be deleted.
 * @param {HTMLInputElement} input
 * @param {boolean} deletesForward
 */
function groupNumber(input, deletesForward) {
  if (/[^\d ]/.test(input.value)) return;
  const digits = input.value.replace(/ /g, '');
  const breaks = /^3[47]/.test(digits) ? [4, 10] : [4, 8, 12, 16];
  const before = input.value.slice(0, input.selectionStart ?? undefined).replace(/ /g, '').length;
  input.value = Array.from(digits, (digit, at) => (breaks.includes(at) ? ` ${digit}` : digit)).join('');
  const caret = before + breaks.filter((at) => at < before || (deletesForward && at === before)).length;
  input.setSelectionRange(caret, caret);
}

/** @param {HTMLInputElement} input */
function nameBrand(input) {
  const digits = input.value.replace(/\D/g, '');
  const brands = (input.form?.dataset['brands'] ?? '').split(';');
  const brand = brands.find((entry) => new RegExp(`^(?:${entry.split('=')[0]})`).test(digits));
  const shown = document.getElementById('brand');
  if (shown) shown.textContent = (digits.length > 3 && brand?.split('=')[1]) || '';
}

document.addEventListener('input', (event) => {
  const input = event.target;
  if (!(input instanceof HTMLInputElement)) return;
  if (input.name === 'expiry') tidyExpiry(input);
  if (input.name !== 'number') return;
  groupNumber(input, event instanceof InputEvent && event.inputType === 'deleteContentForward');
  nameBrand(input);
});

/** @param {boolean} disabled */
function setButtons(disabled) {
  for (const each of document.querySelectorAll('button')) each.disabled = disabled;
}

document.addEventListener('submit', (event) => {
  const form = event.target;
  // `form.method` would be the field of this name, with the ways to pay.
  if (!(form instanceof HTMLFormElement) || form.getAttribute('method') !== 'post') return;
  const button = event.submitter;
  const label = button?.textContent ?? '';
  // Wait for the submission: a disabled button would not send its value.
  setTimeout(() => {
    setButtons(true);
    if (button?.dataset['busy']) button.textContent = button.dataset['busy'];
  });
  // Still here: the answer is lost, or its visitor stopped loading it. A form that is sent twice pays once.
  setTimeout(() => {
    setButtons(false);
    if (button) button.textContent = label;
  }, patienceMs);
});

// A page restored from the back/forward cache shows an old state: load it again.
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});
addEventListener('online', () => void refresh());
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) void refresh();
});

function start() {
  countDown();
  goBack();
  const first = document.querySelector('[data-focus]');
  if (first instanceof HTMLElement) first.focus();
}

start();
if (document.querySelector('main[data-poll]')) timer = setTimeout(refresh, 3000);
