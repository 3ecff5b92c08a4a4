import { type Child, type Html, html } from '../../html.ts';
import { shownGroups } from '../requests/form.ts';
import type { Visit } from '../requests/visit.ts';
import { type About, describing, invalid, type Option, valueOf } from './forms.ts';

type Choices = About & { readonly options: readonly Option[] };

/** One of several, each with words of its own. */
export function radios(visit: Visit, about: Choices & { readonly value?: string }): Html {
  const chosen = valueOf(visit, about.name, about.value);
  return choices(visit, about, 'radio', (value) => value === chosen);
}

/** Any number of several. */
export function checkboxes(visit: Visit, about: Choices & { readonly values: readonly string[] }): Html {
  const { name, values } = about;
  const chosen = visit.form.all(shownGroups).includes(name) ? visit.form.all(name) : values;
  return html`<input type="hidden" name="${shownGroups}" value="${name}">${choices(visit, about, 'checkbox', (value) => chosen.includes(value))}`;
}

function choices(
  visit: Visit,
  about: Choices,
  kind: 'radio' | 'checkbox',
  isOn: (value: string) => boolean,
): Html {
  const { name, label, hint, options } = about;
  const error = visit.wrong[name];
  const choice = (option: Option, at: number): Html =>
    html`<div class="choice"><input type="${kind}" id="${name}-${at}" name="${name}" value="${option.value}"${isOn(option.value) && html` checked`}${option.disabled === true && html` disabled`}${option.hint !== undefined && html` aria-describedby="${name}-${at}-hint"`}>
<label for="${name}-${at}">${option.label}</label>${option.hint !== undefined && html`<p class="hint" id="${name}-${at}-hint">${option.hint}</p>`}</div>`;
  return html`<fieldset class="field${error !== undefined && ' wrong'}" id="${name}" tabindex="-1"${kind === 'radio' && html` role="radiogroup"`} aria-describedby="${describing(visit, about)}"${invalid(visit, name)}>
<legend>${label}</legend>
${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${error !== undefined && html`<p class="error" id="${name}-error">${error}</p>`}
${[...Map.groupBy(options, ({ group }) => group ?? '')].map(([group, members]) =>
  grouped(
    group,
    members.map((option) => choice(option, options.indexOf(option))),
  ),
)}
</fieldset>`;
}

const grouped = (group: string, members: readonly Html[]): Child =>
  group === '' ? members : html`<fieldset class="group"><legend>${group}</legend>${members}</fieldset>`;
