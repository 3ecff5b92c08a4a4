import type { Contract } from './contract.ts';
import type { Direction } from './judgement.ts';
import { type Finding, within } from './rows.ts';
import type { Schemas } from './schemas.ts';
import { type Fields, fieldsOf, isFields, type Place } from './source.ts';

export type Versions = { readonly was: Contract; readonly is: Contract; readonly schemas: Schemas };

export type Placed = {
  readonly path: string;
  readonly method: string;
  readonly operation: Fields;
  readonly at: Place;
  /** Parameters of every operation of the path. */
  readonly shared?: readonly unknown[];
  /** Where the operation is, if it is elsewhere than the others. */
  readonly servers?: unknown;
};

/** The body that one side sends: of an operation the app, of an event the service. */
export function compareBody(versions: Versions, was: Fields, is: Fields, direction: Direction): Finding[] {
  const [before, now] = [
    fieldsOf(versions.was.follow(was['requestBody'])),
    fieldsOf(versions.is.follow(is['requestBody'])),
  ];
  const [had, has] = ['requestBody' in was, 'requestBody' in is];
  if (!had && !has) return [];
  if (had && !has) return [removed('the body', versions.is.place(is))];
  const at = versions.is.place(is, 'requestBody');
  const isNeeded = now['required'] === true && before['required'] !== true;
  const needed: Finding = { verdict: 'breaking', at, reason: 'a request must have a body', trail: [] };
  const possible: Finding = { verdict: 'addition', at, reason: 'a request may have a body', trail: [] };
  if (!had) return [isNeeded ? needed : possible];
  return [
    ...(isNeeded && direction === 'request' ? [needed] : []),
    ...freed(before, now, direction).map((finding) => ({ ...finding, at, trail: [] })),
    ...compareContent(versions, before, now, direction),
  ];
}

function freed(was: Fields, is: Fields, direction: Direction): Pick<Finding, 'verdict' | 'reason'>[] {
  if (was['required'] !== true || is['required'] === true) return [];
  return direction === 'request'
    ? [{ verdict: 'addition', reason: 'a request need not have a body' }]
    : [{ verdict: 'breaking', reason: 'an event may have no body' }];
}

function compareContent(versions: Versions, was: Fields, is: Fields, direction: Direction): Finding[] {
  const [before, now] = [fieldsOf(was['content']), fieldsOf(is['content'])];
  const at = versions.is.place(is, 'content');
  return [
    ...Object.keys(before)
      .filter((type) => !(type in now))
      .map((type) => removed(`the media type ${type}`, at)),
    ...Object.keys(now)
      .filter((type) => !(type in before))
      .map(
        (type): Finding => ({
          verdict: 'addition',
          at: versions.is.place(now, type),
          reason: `the media type ${type} was added`,
          trail: [],
        }),
      ),
    ...Object.keys(before)
      .filter((type) => type in now)
      .flatMap((type) => compareSchema(versions, fieldsOf(before[type]), fieldsOf(now[type]), direction)),
  ];
}

export function compareSchema(
  { schemas, is: contract }: Versions,
  was: Fields,
  is: Fields,
  direction: Direction,
): readonly Finding[] {
  if (!('schema' in was) && !('schema' in is)) return [];
  const at = contract.place(is);
  if (!('schema' in is)) return [removed('the schema', at)];
  if (!('schema' in was)) return [{ verdict: 'breaking', at, reason: 'a schema was added', trail: [] }];
  return schemas.compare(direction, [was['schema']], [is['schema']]);
}

/** Status → what changed of the answer. */
export function compareResponses(
  versions: Versions,
  was: Fields,
  is: Fields,
  direction: Direction,
): [string, Finding[]][] {
  const [before, now] = [fieldsOf(was['responses']), fieldsOf(is['responses'])];
  const statuses = [...new Set([...Object.keys(before), ...Object.keys(now)])];
  return statuses.map((status) => {
    if (!(status in now)) {
      const gone = {
        ...removed(`the answer ${status}`, versions.is.place(now)),
        was: versions.was.place(before, status),
      };
      return [status, [gone]];
    }
    const at = versions.is.place(now, status);
    const reason = `the answer ${status} was added`;
    if (!(status in before)) return [status, [{ verdict: 'addition', at, reason, trail: [] }]];
    const [older, newer] = [
      fieldsOf(versions.was.follow(before[status])),
      fieldsOf(versions.is.follow(now[status])),
    ];
    return [
      status,
      [...compareHeaders(versions, older, newer), ...compareContent(versions, older, newer, direction)],
    ];
  });
}

function compareHeaders(versions: Versions, was: Fields, is: Fields): Finding[] {
  const [before, now] = [byLowerCase(was['headers']), byLowerCase(is['headers'])];
  const place = isFields(is['headers']) ? versions.is.place(is['headers']) : versions.is.place(is);
  const gone = [...before.keys()].filter((name) => !now.has(name));
  const come = [...now].filter(([name]) => !before.has(name));
  const same = [...before].flatMap(([key, { value }]) => {
    const after = now.get(key);
    if (after === undefined) return [];
    const [older, newer] = [fieldsOf(versions.was.follow(value)), fieldsOf(versions.is.follow(after.value))];
    const isLost = older['required'] === true && newer['required'] !== true;
    const at = versions.is.place(newer, 'required');
    const reason = `the header ${after.name} may be missing in an answer`;
    const lost: Finding = { verdict: 'breaking', at, reason, trail: [] };
    return [
      ...(isLost ? [lost] : []),
      ...within(after.name, compareSchema(versions, older, newer, 'answer')),
    ];
  });
  return [
    ...gone.map((name) => removed(`the header ${before.get(name)?.name ?? name}`, place)),
    ...come.map(
      ([, { name }]): Finding => ({
        verdict: 'addition',
        at: versions.is.place(is['headers'], name),
        reason: `the header ${name} was added`,
        trail: [],
      }),
    ),
    ...same,
  ];
}

function byLowerCase(headers: unknown): Map<string, { name: string; value: unknown }> {
  return new Map(
    Object.entries(fieldsOf(headers)).map(([name, value]) => [name.toLowerCase(), { name, value }]),
  );
}

export function removed(what: string, at: Place): Finding {
  return { verdict: 'breaking', at, reason: `${what} was removed`, trail: [] };
}
