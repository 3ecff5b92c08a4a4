import { eventGroups, registryVersion } from '../../../generated/event-registry.ts';
import { jsonOf } from '../../redocly/document.ts';
import { type Contract, eventPath, exampleIn, type Named, namedEvents } from './contract.ts';
import { fieldTable } from './fields.ts';
import { code, codeBlock, firstSentence, paragraphs, type SitePage, table } from './page.ts';

/** A page per event, and one that lists them all. */
export function eventPages(contract: Contract): readonly SitePage[] {
  const all = namedEvents(contract);
  return [listPage(all), ...all.map((named, order) => eventPage(contract, named, order))];
}

const isLive = ({ operation }: Named): boolean => operation['x-event']?.implemented === true;

function listPage(all: readonly Named[]): SitePage {
  const groups = eventGroups.map(({ group, events }) => {
    const rows = events.flatMap(({ id }) => {
      const named = all.find((each) => each.id === id);
      if (named === undefined) return [];
      const { description = '' } = named.operation;
      // The anchor is where links of before lead.
      return [
        [
          `<span id="${id}"></span>[${code(id)}](/docs/${eventPath(id)})`,
          isLive(named) ? 'Live' : 'Planned',
          description,
        ],
      ];
    });
    return `## ${group}\n\n${table(['Event', 'State', 'When'], rows)}`;
  });
  return {
    path: 'events',
    title: 'Events',
    label: 'All events',
    description: `All ${all.length} events of version ${registryVersion}, and which of them are sent.`,
    markdown: paragraphs(
      'An event is a signed `POST` of JSON to your webhook URL. Live events are sent. The names of planned ones are registered, but they are not sent yet. An event may arrive twice, with the same `id`. The events of one resource arrive in the order of `sequence`. [Receive webhooks](/docs/guides/receive-webhooks) shows how to check one.',
      ...groups,
    ),
  };
}

function eventPage({ webhooks }: Contract, named: Named, order: number): SitePage {
  const { id, operation } = named;
  const { summary = id, description = summary } = operation;
  const body = jsonOf(operation.requestBody?.content);
  const example = exampleIn(webhooks, operation.requestBody?.content);
  return {
    path: eventPath(id),
    title: id,
    order,
    description: firstSentence(`${summary}. ${description}`),
    markdown: paragraphs(
      `**${summary}.** ${description}`,
      isLive(named)
        ? ''
        : `This event is planned. Its name is registered, but nothing sends it yet. ${code('POST /v1/test/events')} can send a made-up one in the sandbox.`,
      table(['About it', 'Answer'], factsOf(named)),
      example === undefined
        ? ''
        : paragraphs('## Example', codeBlock('json', JSON.stringify(example, null, 2))),
      '## Fields',
      fieldTable(webhooks, body?.schema ?? {}),
      `## Try it\n\n${codeBlock('sh', `npx mps trigger ${id}`)}\n\nCheck the signature first: [Receive webhooks](/docs/guides/receive-webhooks).`,
    ),
  };
}

function factsOf({ operation }: Named): readonly (readonly string[])[] {
  const { group = '', triggerSource = '', toNotificationUrl } = operation['x-event'] ?? {};
  return [
    ['Group', code(group)],
    ['Caused by', triggerSource],
    ['Also sent to the `notificationUrl` of the payment', toNotificationUrl === true ? 'yes' : 'no'],
  ];
}
