import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { liveEvents, section } from '../support/checks/specification.ts';

type Event = {
  readonly tags: readonly string[];
  readonly description: string;
  readonly 'x-event': {
    readonly group: string;
    readonly implemented: boolean;
    readonly triggerSource: string;
  };
};
type Document = {
  readonly info: { readonly version: string };
  readonly 'x-registry-version': string;
  readonly tags: readonly { readonly name: string }[];
  readonly webhooks: Readonly<Record<string, { readonly post: Event }>>;
};

const live = liveEvents();
const groups = groupsOf();
const source: Document = parse(read('webhooks.yaml'));
const bundle: Document = JSON.parse(read('generated/webhooks.json'));

describe('the specification, as this test reads it', () => {
  it('has 13 live events among 91, each once, in 19 groups', () => {
    const names = [...groups.values()].flat();

    expect([live.size, names.length, new Set(names).size, groups.size]).toEqual([13, 91, 91, 19]);
  });
});

describe.each([
  ['webhooks.yaml', source],
  ['generated/webhooks.json', bundle],
])('%s', (_name, document) => {
  const events = Object.entries(document.webhooks).map(([type, { post }]) => ({ type, ...post }));

  it('holds exactly the events of the specification, each in its group', () => {
    expect(byGroup(events)).toEqual(Object.fromEntries(groups));
  });

  it('has the groups as tags, each event tagged with its own', () => {
    expect(document.tags.map((tag) => tag.name)).toEqual([...new Set(events.map((e) => e['x-event'].group))]);
    expect(events.filter((e) => e.tags.join() !== e['x-event'].group)).toEqual([]);
  });

  it('describes the live events as the specification does', () => {
    const described = events
      .filter((e) => live.has(e.type))
      .map((e) => [e.type, plain(e.description)] as const);

    expect(new Map(described)).toEqual(live);
  });

  it('implements every live event', () => {
    const planned = events.filter((e) => live.has(e.type) && !e['x-event'].implemented);

    expect(planned).toEqual([]);
  });

  it('names a source exactly for the events that are implemented', () => {
    const wrong = events.filter((e) => e['x-event'].implemented !== (e['x-event'].triggerSource !== 'none'));

    expect(wrong).toEqual([]);
  });

  it('has the same version in both places', () => {
    expect(document['x-registry-version']).toBe(document.info.version);
  });
});

it('is bundled without losing or changing an event', () => {
  expect(facts(bundle)).toEqual(facts(source));
});

function read(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
}

/** Live and planned events by group. The sentence "Groups containing live events" lists the live ones. */
function groupsOf(): Map<string, string[]> {
  const planned = section('### Registered but planned');
  const found = new Map<string, string[]>();
  for (const [, group = '', names = ''] of planned.matchAll(/^- ([A-Z_]+): (.+)$/gm))
    found.set(group, names.split(', '));
  const sentence = /^Groups containing live events: .+$/m.exec(planned)?.[0] ?? '';
  for (const [, group = '', words = ''] of sentence.matchAll(/([A-Z_]+) \(([^)]+)\)/g)) {
    const others = found.get(group) ?? [];
    found.set(group, [...liveNames(words, others), ...others]);
  }
  return found;
}

/** The sentence writes a full type, or its last word only, or "the four capital events". */
function liveNames(words: string, others: readonly string[]): string[] {
  const every = /^the four (\w+) events$/.exec(words)?.[1];
  if (every) return [...live.keys()].filter((type) => type.startsWith(`${every}.`));
  const stem = others[0]?.replace(/[^.]+$/, '') ?? '';
  return words.split(', ').map((word) => (live.has(word) ? word : `${stem}${word}`));
}

function byGroup(events: readonly (Event & { type: string })[]): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const event of events) (found[event['x-event'].group] ??= []).push(event.type);
  return found;
}

/** The specification writes meanings without a capital letter and a full stop. */
function plain(description: string): string {
  return description.charAt(0).toLowerCase() + description.slice(1).replace(/\.$/, '');
}

function facts(document: Document) {
  return Object.entries(document.webhooks).map(([type, { post }]) => [
    type,
    post.description,
    post['x-event'],
  ]);
}
