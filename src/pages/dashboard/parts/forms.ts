import { maxlengthFor } from '../../../platform/contract/letters.ts';
import { type Child, type Html, html, url } from '../../html.ts';
import { frameWords } from '../../words/dashboard/frame.ts';
import { type Shown, seenInForm, seenText } from '../requests/seen.ts';
import type { Visit } from '../requests/visit.ts';

export type About = {
  readonly name: string;
  readonly label: string;
  readonly hint?: Child;
  readonly optional?: boolean;
};

export type TextField = About & {
  readonly kind?: 'text' | 'email' | 'password' | 'url' | 'tel' | 'date' | 'datetime-local' | 'search';
  readonly value?: string;
  readonly inputmode?: 'decimal' | 'numeric' | 'tel';
  readonly autocomplete?: string;
  /** The most letters that it takes. Leave it out for an amount or a count: browsers cut longer texts, and a number that is cut is another number. */
  readonly maxlength?: number;
  /** More than one line. */
  readonly rows?: number;
  readonly dir?: 'ltr' | 'auto';
  /** The focus is here when the screen is shown: it is what the person asked for. */
  readonly autofocus?: boolean;
};

/**
 * What a field shows: what was just typed, else the present value. A screen may have several forms, and the fields of those that were
 * not sent keep their present values: sent later, an emptied form would delete what it shows. So no two forms of a screen share the
 * name of a field. Passwords are never shown again.
 */
export function valueOf(visit: Visit, name: string, present = ''): string {
  return visit.form.has(name) ? visit.form.text(name) : present;
}

/** The ids of the hint and the error of a field, for `aria-describedby`. */
export const describing = ({ wrong }: Visit, { name, hint }: Pick<About, 'name' | 'hint'>): string =>
  [hint !== undefined && `${name}-hint`, wrong[name] !== undefined && `${name}-error`]
    .filter((id) => id !== false)
    .join(' ');

export const invalid = ({ wrong }: Visit, name: string): Html | false =>
  wrong[name] !== undefined && html` aria-invalid="true"`;

export function around(visit: Visit, about: About, control: (described: string) => Html): Html {
  const { name, label, hint, optional } = about;
  const error = visit.wrong[name];
  return html`<div class="field${error !== undefined && ' wrong'}">
<label for="${name}">${label}${optional === true && html` <span class="optional">(${frameWords.form.optional})</span>`}</label>
${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${error !== undefined && html`<p class="error" id="${name}-error">${error}</p>`}
${control(describing(visit, about))}
</div>`;
}

/** Label, hint, error and input, in this order. */
export function textField(visit: Visit, about: TextField): Html {
  const { name, kind = 'text', value, inputmode, autocomplete = 'off', maxlength = 200, rows, dir } = about;
  const shown = kind === 'password' ? '' : valueOf(visit, name, value);
  const mode = inputmode !== undefined && html` inputmode="${inputmode}"`;
  const direction = dir !== undefined && html` dir="${dir}"`;
  const focus = about.autofocus === true && html` autofocus`;
  // Only in a text of any kind may a letter count as two.
  const most = kind === 'text' && inputmode === undefined ? maxlengthFor(maxlength) : maxlength;
  return around(visit, about, (described) =>
    rows === undefined
      ? html`<input id="${name}" name="${name}" type="${kind}" value="${shown}" autocomplete="${autocomplete}" maxlength="${most}" aria-describedby="${described}"${mode}${direction}${focus}${invalid(visit, name)}>`
      : html`<textarea id="${name}" name="${name}" rows="${rows}" autocomplete="${autocomplete}" maxlength="${most}" aria-describedby="${described}" spellcheck="false"${direction}${invalid(visit, name)}>${shown}</textarea>`,
  );
}

export type Option = {
  readonly value: string;
  readonly label: string;
  readonly hint?: Child;
  readonly disabled?: boolean;
  /** Choices of one group stand together, below its name. */
  readonly group?: string;
};

export function selectField(
  visit: Visit,
  about: About & { readonly options: readonly Option[]; readonly value?: string },
): Html {
  const { name, value } = about;
  const chosen = valueOf(visit, name, value);
  return around(
    visit,
    about,
    (
      described,
    ) => html`<select id="${name}" name="${name}" aria-describedby="${described}"${invalid(visit, name)}>
${withChosen(about.options, chosen).map((option) => html`<option value="${option.value}"${option.value === chosen && html` selected`}>${option.label}</option>`)}
</select>`,
  );
}

/** What was chosen may be gone when a form comes back. Browsers would choose the first option in its place, and the person might not see it. */
function withChosen(options: readonly Option[], chosen: string): readonly Option[] {
  const isThere = options.some(({ value }) => value === chosen || value === '');
  return chosen === '' || isThere ? options : [{ value: '', label: frameWords.form.choose }, ...options];
}

type FormTo = {
  /** For what belongs to the form and stands outside of it. */
  readonly id?: string;
  /** The form has fields for files. */
  readonly files?: boolean;
  readonly to: string;
  readonly button: string;
  readonly fields?: Child;
  readonly look?: 'main' | 'quiet' | 'danger';
  /** Names what this form does if it is not clear from the fields. */
  readonly title?: string;
  /** The only form of the screen for this fact: its second copy does nothing. See `onceOf`. */
  readonly once?: string;
  /** What the form shows of a thing that others change too. See `refuseChanged`. */
  readonly seen?: Shown;
  readonly cancel?: string;
  /** What the link away from the form says, where “Cancel” could be taken for what the form does. */
  readonly cancelLabel?: string;
  /** Buttons after the first one, which the Enter key presses. */
  readonly more?: Child;
};

/** A form that changes something. The proof that we made it is hidden in it. */
export function formTo(visit: Visit, about: FormTo): Html {
  const { id, to, button, fields, look = 'main', once, seen, cancel, more, title, files } = about;
  const { cancelLabel = frameWords.form.cancel } = about;
  return html`<form method="post" action="${url(to)}"${id !== undefined && html` id="${id}"`}${files === true && html` enctype="multipart/form-data"`} novalidate${title !== undefined && html` aria-label="${title}"`}>
<input type="hidden" name="token" value="${visit.formToken}">
${once !== undefined && html`<input type="hidden" name="once" value="${once}">`}
${seen !== undefined && html`<input type="hidden" name="seen" value="${seenInForm(visit, to, seen)}">`}
${fields}
<p class="buttons"><button class="${look}">${button}</button>${more}${cancel !== undefined && html`<a href="${url(cancel)}">${cancelLabel}</a>`}</p>
</form>`;
}

/** A button outside of a form that sends all of it to another address, so that nothing that was typed there is lost. */
export const buttonOf = (about: {
  readonly form: string;
  readonly to: string;
  readonly label: string;
  readonly title?: string;
}): Html =>
  html`<button class="quiet" form="${about.form}" formaction="${url(about.to)}"${about.title !== undefined && html` aria-label="${about.title}"`}>${about.label}</button>`;

/** One button, which is a form of its own. */
export function buttonTo(
  visit: Visit,
  about: {
    readonly to: string;
    readonly label: string;
    readonly look?: 'main' | 'quiet' | 'danger';
    readonly hidden?: Readonly<Record<string, string>>;
    readonly once?: string;
    /** What the screen shows of the thing that the button is about. See `refuseChanged`. */
    readonly seen?: Shown;
    readonly title?: string;
  },
): Html {
  const { to, label, look = 'quiet', hidden = {}, once, seen, title } = about;
  const all = {
    token: visit.formToken,
    ...(once !== undefined && { once }),
    ...(seen !== undefined && { seen: seenText(seen) }),
    ...hidden,
  };
  return html`<form method="post" action="${url(to)}" class="inline">${Object.entries(all).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<button class="${look}"${title !== undefined && html` aria-label="${title}"`}>${label}</button></form>`;
}
