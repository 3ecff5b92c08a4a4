import { type Document, type Files, madeBy } from './bundle.ts';

/** `event-registry.ts`: the registry as its endpoint answers it, and the types that may be recorded. */
export function generateEvents(document: Document): Files {
  const groups = (document.tags ?? []).map(({ name }) => ({ group: name, events: eventsOf(document, name) }));
  const events = groups.flatMap(({ events: of }) => of);
  const strays = Object.keys(document.webhooks ?? {}).filter((type) => !events.some(({ id }) => id === type));
  if (strays.length > 0) throw new Error(`${strays.join(', ')}: the group is not among the tags.`);
  return {
    'event-registry.ts': `${madeBy}
export const registryVersion = '${document['x-registry-version'] ?? document.info.version}';

/** In the registry endpoint's order and shape. */
export const eventGroups = ${JSON.stringify(groups, null, 2)} as const;

export type EventGroup = (typeof eventGroups)[number]['group'];

/** What a part of the running code fires; recording any other type does not compile. */
export type EventType =${events
      .filter(({ implemented }) => implemented)
      .map(({ id }) => `\n  | '${id}'`)
      .join('')};
`,
  };
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
