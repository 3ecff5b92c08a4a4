// Puts the reader's own test key into the samples. It stays in the memory of the page: it is stored and sent nowhere.

/** How each language reads the key from its environment, and what stands there instead. Go would not compile: it then lacks a use of `os`. */
const readings = {
  sh: [['$API_KEY', (key) => key]],
  js: [['${process.env.API_KEY}', (key) => key], ['process.env.API_KEY', (key) => `'${key}'`]],
  ts: [['process.env.API_KEY', (key) => `'${key}'`]],
  python: [['os.environ["API_KEY"]', (key) => `"${key}"`]],
  php: [["getenv('API_KEY')", (key) => `'${key}'`]],
  java: [['System.getenv("API_KEY")', (key) => `"${key}"`]],
  csharp: [['Environment.GetEnvironmentVariable("API_KEY")', (key) => `"${key}"`]],
};
const testKey = /^[a-z]{2}_test_[A-Za-z0-9_-]{8,120}$/;
const liveKey = /_live_/;

/** Lines of samples that read the key, as they were, and the buttons that copy them. */
const lines = [];
const buttons = [];
for (const pre of document.querySelectorAll('.code-tabs pre[data-language]')) {
  const ways = readings[pre.dataset.language] ?? [];
  for (const line of pre.querySelectorAll('.ec-line'))
    if (ways.some(([text]) => line.textContent.includes(text))) lines.push(lineOf(line, ways));
  const button = pre.parentElement.querySelector('button[data-code]');
  if (button) buttons.push({ button, ways, was: button.dataset.code });
}
if (lines.length > 0) addField();

function lineOf(line, ways) {
  const place = line.querySelector('.code') ?? line;
  return { place, ways, was: [...place.childNodes] };
}

function addField() {
  const label = document.createElement('label');
  const words = document.createElement('span');
  words.textContent = 'Your test key in the samples of this page';
  const field = document.createElement('input');
  Object.assign(field, { type: 'text', placeholder: 'sk_test_…', autocomplete: 'off', spellcheck: false });
  const note = document.createElement('span');
  note.setAttribute('role', 'status');
  label.className = 'your-key';
  label.append(words, field, note);
  field.addEventListener('input', () => {
    const key = field.value.trim();
    const isRight = testKey.test(key);
    if (liveKey.test(key)) field.value = '';
    note.textContent = noteFor(key, isRight);
    fill(isRight ? key : undefined);
  });
  document.querySelector('.code-tabs').before(label);
}

function noteFor(key, isRight) {
  if (liveKey.test(key)) return 'That is a live key. Keep it on your server.';
  if (key === '') return '';
  return isRight ? 'It stays in this page until you leave it.' : 'A test key begins with sk_test_, pk_test_ or rk_test_.';
}

/** Without a key, all samples are as they were. */
function fill(key) {
  for (const { place, ways, was } of lines) {
    if (key === undefined) place.replaceChildren(...was);
    else place.textContent = filled(textOf(was), ways, key);
  }
  for (const { button, ways, was } of buttons) button.dataset.code = key === undefined ? was : filled(was, ways, key);
}

const textOf = (nodes) => nodes.map((node) => node.textContent).join('');
const filled = (text, ways, key) => ways.reduce((one, [reading, write]) => one.replaceAll(reading, () => write(key)), text);
