import { type Document, type Files, literal, madeBy, type Operation } from './bundle.ts';

/**
 * `event-registry.ts`: the registry as the API shows it, the implemented types with their subjects, and the terms of delivery.
 * `event-examples.ts`: the data of an example for each type.
 */
export function generateEvents(document: Document): Files {
  const groups = (document.tags ?? []).map(({ name }) => ({ group: name, events: eventsOf(document, name) }));
  const events = groups.flatMap(({ events: of }) => of);
  const strays = Object.keys(document.webhooks ?? {}).filter((type) => !events.some(({ id }) => id === type));
  if (strays.length > 0) throw new Error(`${strays.join(', ')}: the event's group is not among the tags.`);
  const about = implementedOf(document);
  const subjects = Object.fromEntries(about.map(([type, { subject }]) => [type, subject]));
  const notified = about.flatMap(([type, { toNotificationUrl }]) => (toNotificationUrl ? [type] : []));
  const tables = Object.fromEntries(about.map(([, { subject = '', table }]) => [subject, table]));
  return {
    'event-registry.ts': `${madeBy}
export const registryVersion = '${document['x-registry-version'] ?? document.info.version}';

/** The registry, in the order and shape in which \`listWebhookEvents\` shows it. */
export const eventGroups = ${JSON.stringify(groups, null, 2)} as const;

export type EventGroup = (typeof eventGroups)[number]['group'];

/** The implemented events; recording any other type does not compile. */
export type EventType =${events
      .filter(({ implemented }) => implemented)
      .map(({ id }) => `\n  | '${id}'`)
      .join('')};

/** Implemented event → its subject. */
export const eventSubjects = ${literal(subjects)} as const satisfies { readonly [E in EventType]: string };

/** Subject → the table whose rows its events are about. */
export const subjectTables = ${literal(tables)} as const satisfies { readonly [S in (typeof eventSubjects)[EventType]]: string };

/** The events that the notification URL of a checkout is sent, whatever its app subscribes to: \`toNotificationUrl\` of \`x-event\`. */
export const notificationTypes = ${JSON.stringify(notified, null, 2)} as const;

/** How an event is delivered: \`x-delivery\` of webhooks.yaml. */
export const deliveryTerms = ${literal(document['x-delivery'] ?? {})} as const;
`,
    'event-examples.ts': `${madeBy}
/** Registered event → the data of its first example. */
export const eventExamples: Readonly<Record<string, { readonly id: string; readonly [field: string]: unknown }>> = ${JSON.stringify(examplesOf(document), null, 2)};
`,
  };
}

function examplesOf({ webhooks = {}, components }: Document): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(webhooks).map(([type, { post }]) => {
      const [first = {}] = Object.values(post.requestBody?.content['application/json']?.examples ?? {});
      const data: unknown = Reflect.get(Object(exampleAt(components, first).value), 'data');
      if (typeof Object(data).id !== 'string') throw new Error(`${type} has no example with an id.`);
      return [type, data];
    }),
  );
}

type Example = { readonly $ref?: string; readonly value?: unknown };

function exampleAt({ examples = {} }: Document['components'], example: Example): Example {
  return example.$ref === undefined ? example : (examples[example.$ref.split('/').at(-1) ?? ''] ?? {});
}

/** The implemented events with their metadata. */
function implementedOf(document: Document): [type: string, about: NonNullable<Operation['x-event']>][] {
  return Object.entries(document.webhooks ?? {}).flatMap(([type, { post }]) => {
    const about = post['x-event'];
    return about?.implemented === true ? [[type, about]] : [];
  });
}

function eventsOf(
  document: Document,
  group: string,
): { id: string; name: string; description: string; implemented: boolean; triggerSource: string }[] {
  return Object.entries(document.webhooks ?? {}).flatMap(([id, { post }]) => {
    const about = post['x-event'];
    if (about?.group !== group) return [];
    return {
      id,
      name: post.summary,
      description: post.description,
      implemented: about.implemented,
      triggerSource: about.triggerSource,
    };
  });
}
