import { eventGroups } from '../../generated/event-registry.ts';
import { type Html, html, url } from '../../src/pages/html.ts';
import { codeWords } from './code-words.ts';
import { at, dataNameOf, dataTable } from './event-data.ts';

type Event = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly implemented: boolean;
  readonly triggerSource: string;
};

/** Every registered event, live ones with the body that arrives. */
export function eventsPage(webhooks: unknown): { title: string; main: Html } {
  const groups: readonly { readonly group: string; readonly events: readonly Event[] }[] = eventGroups;
  const live = groups.flatMap(({ events }) => events).filter(({ implemented }) => implemented);
  const names = [...new Set(live.map(({ id }) => dataNameOf(webhooks, id)))];
  const main = html`<p>Live events are sent; planned ones are registered names that are not sent yet. An event may come twice, with the same <code>id</code>; events of one resource come in the order of <code>sequence</code>. Acknowledge with any 2xx status within 15 seconds.</p>
${groups.map(({ group, events }) => html`<h2 id="${group}"><code>${group}</code></h2>${events.map((event) => section(event, webhooks))}`)}
<h2 id="data">What <code>data</code> holds</h2>
${names.map((name) => dataTable(webhooks, name))}`;
  return { title: 'Events', main };
}

function section(event: Event, webhooks: unknown): Html {
  const example = event.implemented ? exampleOf(webhooks, event.id) : undefined;
  const data = event.implemented ? dataNameOf(webhooks, event.id) : undefined;
  return html`<section id="${event.id}">
<h3><code>${event.id}</code> <span class="tag${event.implemented && ' live'}">${event.implemented ? 'Live' : 'Planned'}</span></h3>
<p>${event.name}. ${codeWords(event.description)}${data !== undefined && html` <code>data</code> is <a href="${url(`#${data}`)}">${data}</a>.`}</p>
${example !== undefined && html`<pre tabindex="0"><code>${JSON.stringify(example, null, 2)}</code></pre>`}
</section>`;
}

/** The first example of the document, wherever it is kept. */
function exampleOf(webhooks: unknown, id: string): unknown {
  const examples = at(webhooks, [
    'webhooks',
    id,
    'post',
    'requestBody',
    'content',
    'application/json',
    'examples',
  ]);
  const [first] = typeof examples === 'object' && examples !== null ? Object.values(examples) : [];
  const reference = at(first, ['$ref']);
  const kept = typeof reference === 'string' ? at(webhooks, reference.slice(2).split('/')) : first;
  return at(kept, ['value']);
}
