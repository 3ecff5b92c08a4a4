import { type Child, type Html, html, url } from '../../html.ts';
import { frameWords } from '../../words/dashboard/frame.ts';
import { type Option } from './forms.ts';
import { withQuery } from './tables.ts';

export type Filter =
  | {
      readonly name: string;
      readonly label: string;
      readonly options: readonly Option[];
      /** What the list shows without a choice, if that is not everything. */
      readonly usual?: string;
    }
  | {
      readonly name: string;
      readonly label: string;
      readonly kind: 'date' | 'search' | 'text';
      readonly hint?: string;
    };

/**
 * The filters of a list: a GET form, so that the address is the state. With script a choice applies at once and only the list is
 * replaced; without it, by the button.
 */
export function filters(
  visit: { readonly path: string; readonly query: URLSearchParams },
  list: readonly Filter[],
  more?: Child,
): Html {
  const isSet = list.some(({ name }) => (visit.query.get(name) ?? '') !== '');
  const names = [...list.map(({ name }) => name), 'page'];
  const cleared = withQuery(
    visit.path,
    visit.query,
    Object.fromEntries(names.map((name) => [name, undefined])),
  );
  return html`<form class="filters" method="get" action="${url(visit.path)}" role="search" hx-get="${url(visit.path)}" hx-trigger="change, submit" hx-target="#list" hx-select="#list" hx-swap="outerHTML" hx-push-url="true"><details class="fold"${isSet && html` open`}><summary>${frameWords.filter.title}</summary>
${list.map((filter) => control(filter, visit.query.get(filter.name) ?? ''))}
<p class="buttons"><button class="quiet">${frameWords.filter.apply}</button>${isSet && html`<a href="${url(cleared)}">${frameWords.filter.clear}</a>`}${more}</p>
</details></form>`;
}

function control(filter: Filter, value: string): Html {
  const id = `filter-${filter.name}`;
  if ('options' in filter)
    return html`<div class="field"><label for="${id}">${filter.label}</label><select id="${id}" name="${filter.name}"><option value="">${filter.usual ?? frameWords.filter.any}</option>${filter.options.map((option) => html`<option value="${option.value}"${option.value === value && html` selected`}>${option.label}</option>`)}</select></div>`;
  return html`<div class="field"><label for="${id}">${filter.label}</label><input id="${id}" name="${filter.name}" type="${filter.kind}" value="${value}" maxlength="200" autocomplete="off"></div>`;
}

/** What filters and pages replace. */
export const listRegion = (content: Child): Html => html`<div id="list">${content}</div>`;
