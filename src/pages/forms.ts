import { lettersIn, maxlengthFor } from '../platform/contract/letters.ts';
import { type Html, html } from './html.ts';
import type { Words } from './words/en/words.ts';

export type Field = {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  /** A token of WCAG 1.3.5, with which browsers fill in the field. */
  readonly autocomplete: string;
  readonly inputmode: 'numeric' | 'tel' | 'text' | 'email';
  readonly value?: string;
  readonly error?: string | undefined;
  readonly maxlength: number;
};

/** Label, hint, error and input, in this order. Never `type=number`: browsers alter what is typed into it. */
export function field(about: Field): Html {
  const { name, error, inputmode, maxlength } = about;
  return html`<div class="field${error !== undefined && ' wrong'}">
<label for="${name}">${about.label}</label>
<p class="hint" id="${name}-hint">${about.hint}</p>
${error !== undefined && html`<p class="error" id="${name}-error">${error}</p>`}
<input id="${name}" name="${name}" type="text" inputmode="${inputmode}" autocomplete="${about.autocomplete}" enterkeyhint="next" maxlength="${inputmode === 'text' ? maxlengthFor(maxlength) : maxlength}" value="${about.value ?? ''}" aria-describedby="${name}-hint${error !== undefined && ` ${name}-error`}" ${error !== undefined && 'aria-invalid=true'}>
</div>`;
}

export type Errors = Readonly<Record<string, string>>;

/** A box at the top of the page that takes the focus and links to each field that is wrong. */
export function errorSummary(words: Words, errors: Errors): Html | false {
  const wrong = Object.entries(errors);
  if (wrong.length === 0) return false;
  return html`<div class="notice bad" role="alert" tabindex="-1" data-focus>
<h2>${words.errors.title}</h2>
<ul>${wrong.map(([name, error]) => html`<li><a href="#${name}">${error}</a></li>`)}</ul>
</div>`;
}

/** Says why a bank or wallet refused: the form itself was right. */
export function refusalNotice(title: string, text: string): Html {
  return html`<div class="notice bad" role="alert" tabindex="-1" data-focus>
<h2>${title}</h2>
<p>${text}</p>
</div>`;
}

/** A button that sends one POST, in a form of its own. */
export function actionButton(about: {
  address: string;
  label: string;
  token: string;
  look: 'quiet' | 'main';
  /** What the button says once it is pressed. */
  busy?: string;
}): Html {
  return html`<form method="post" action="${about.address}">
<button class="${about.look}"${about.busy !== undefined && html` data-busy="${about.busy}"`}>${about.label}</button>
<input type="hidden" name="token" value="${about.token}">
</form>`;
}

const maxFields = 32;
const maxLength = 200;
const unreadable = /[\p{Cc}\p{Cs}\p{Cf}]/u;
/** Names in Persian and in scripts of India need these two between letters, where they say how the letters join. */
const joiners = /(?<=[\p{L}\p{M}])[\u200C\u200D](?=\p{L})/gu;
/** Spaces, and the marks that keyboards and chats put around a name to say in which direction it is read. */
const around = /^(?![\u200C\u200D])[\s\p{Cf}]$/u;
/** Fields that people copy from contacts and chats, which put invisible marks around a text. Without them it means the same. */
const copied: ReadonlySet<string> = new Set(['number', 'expiry', 'cvv', 'phone', 'email']);

/** ASCII in the width of Chinese and Japanese letters, and the digits of Arabic and Persian keyboards. */
const ofOtherKeyboards = /[\uFF01-\uFF5E\u0660-\u0669\u06F0-\u06F9]/g;

/** The same text in ASCII, as far as it consists of digits and signs of other keyboards. */
export function plainDigits(text: string): string {
  return text.replaceAll(ofOtherKeyboards, (sign) => {
    const code = sign.charCodeAt(0);
    return code >= 0xff01 ? String.fromCharCode(code - 0xfee0) : String(code % 16);
  });
}

const isOwn = (letter: string): boolean => !around.test(letter);

/** A text on one line, since a name that was copied from a table may hold a tab, and without what only stands around it. */
function lineOf(text: string): string {
  const letters = Array.from(text.replaceAll(/[\t\n\r]/g, ' '));
  const first = letters.findIndex(isOwn);
  return first < 0 ? '' : letters.slice(first, letters.findLastIndex(isOwn) + 1).join('');
}

export type Form = {
  /** The trimmed text of a field; empty if the field is missing or unreadable. */
  readonly value: (name: string) => string;
  /** The fields with control characters, or with more text than any field of ours takes. */
  readonly unreadable: ReadonlySet<string>;
};

/** Reads a posted form. If a field is sent twice, the first one counts. */
export function readForm(body: unknown): Form {
  const fields = new Map<string, string>();
  const refused = new Set<string>();
  const sent = typeof body === 'string' ? [...new URLSearchParams(body)].slice(0, maxFields) : [];
  for (const [name, text] of sent) {
    if (fields.has(name)) continue;
    const value = copied.has(name) ? plainDigits(text.replaceAll(/\p{Cf}/gu, '')).trim() : lineOf(text);
    const bad = lettersIn(value) > maxLength || unreadable.test(value.replaceAll(joiners, ''));
    if (bad) refused.add(name);
    fields.set(name, bad ? '' : value);
  }
  return { value: (name) => fields.get(name) ?? '', unreadable: refused };
}
