import { eventGroups } from '../../generated/event-registry.ts';
import { type Html, html } from '../../src/pages/html.ts';
import { codeWords } from './code-words.ts';

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
  const main = html`<p>Live events are sent; planned ones are registered names and never sent yet. An event may come twice, with the same <code>id</code>; events of one resource come in the order of <code>sequence</code>. Acknowledge with any 2xx status within 15 seconds.</p>
${groups.map(({ group, events }) => html`<h2 id="${group}"><code>${group}</code></h2>${events.map((event) => section(event, webhooks))}`)}`;
  return { title: 'Events', main };
}

function section(event: Event, webhooks: unknown): Html {
  const example = event.implemented ? exampleOf(webhooks, event.id) : undefined;
  return html`<section id="${event.id}">
<h3><code>${event.id}</code> <span class="tag${event.implemented && ' live'}">${event.implemented ? 'Live' : 'Planned'}</span></h3>
<p>${event.name}. ${codeWords(event.description)}</p>
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

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (held, name) => (typeof held === 'object' && held !== null ? Reflect.get(held, name) : undefined),
    value,
  );
}
