import { compareSchema, type Placed, type Versions } from './bodies.ts';
import type { Contract } from './contract.ts';
import type { Direction } from './judgement.ts';
import { type Finding, within } from './rows.ts';
import { type Fields, fieldsOf, listOf, type Place } from './source.ts';

type Parameter = { readonly about: Fields; readonly at: Place };

/** Those of the path are known by their position, headers by their name in small letters. */
function parametersOf(contract: Contract, { path, operation, shared = [] }: Placed): Map<string, Parameter> {
  const positions = [...path.matchAll(/\{([^}]*)\}/gu)].map(([, name]) => name);
  // An operation's own parameter replaces that of its path.
  const all = [shared, listOf(operation['parameters'])].flatMap((list) =>
    list.map((part, index): [string, Parameter] => {
      const about = fieldsOf(contract.follow(part));
      const [place, name] = [String(about['in']), String(about['name'])];
      const known = { path: String(positions.indexOf(name)), header: name.toLowerCase() }[place] ?? name;
      return [`${place} ${known}`, { about, at: contract.place(list, index) }];
    }),
  );
  return new Map(all);
}

/** Parameters of an operation are requests of the app; the headers of an event are sent by the service. */
export function compareParameters(
  versions: Versions,
  was: Placed,
  is: Placed,
  direction: Direction,
): Finding[] {
  const [before, now] = [parametersOf(versions.was, was), parametersOf(versions.is, is)];
  const place = versions.is.place(is.operation, 'parameters');
  const gone = [...before].filter(([key]) => !now.has(key));
  const come = [...now].filter(([key]) => !before.has(key));
  const same = [...before].flatMap(([key, { about }]) => {
    const after = now.get(key);
    return after === undefined ? [] : compareParameter(versions, about, after.about, direction);
  });
  return [
    ...gone.map(([, { about, at }]): Finding => {
      return {
        verdict: 'breaking',
        at: place,
        was: at,
        reason: `the ${named(about)} was removed`,
        trail: [],
      };
    }),
    ...come.map(([, { about, at }]) => added(about, at, direction)),
    ...same,
  ];
}

function added(about: Fields, at: Place, direction: Direction): Finding {
  const isNeeded = direction === 'request' && about['required'] === true;
  const reason = isNeeded ? `a request must have the new ${named(about)}` : `the ${named(about)} was added`;
  return { verdict: isNeeded ? 'breaking' : 'addition', at, reason, trail: [] };
}

function compareParameter(versions: Versions, was: Fields, is: Fields, direction: Direction): Finding[] {
  const [before, now] = [was['required'] === true, is['required'] === true];
  const at = versions.is.place(is, 'required');
  const isBreaking = direction === 'request' ? now : before;
  const reason = now
    ? `a request must have the ${named(is)}`
    : direction === 'request'
      ? `a request need not have the ${named(is)}`
      : `the ${named(is)} may be missing`;
  const presence: Finding = { verdict: isBreaking ? 'breaking' : 'addition', at, reason, trail: [] };
  // Its values are the versions that are supported: `mps/versions` of the linter and the notices look after them.
  const isVersion = direction === 'request' && is['name'] === 'Service-Version';
  return [
    ...(before === now ? [] : [presence]),
    ...serialized(versions, was, is),
    ...(isVersion ? [] : within(String(is['name']), compareSchema(versions, was, is, direction))),
  ];
}

function serialized(versions: Versions, was: Fields, is: Fields): Finding[] {
  const [before, now] = [usual(was), usual(is)];
  return ['style', 'explode', 'allowReserved']
    .filter((keyword) => before[keyword] !== now[keyword])
    .map((keyword) => ({
      verdict: 'breaking',
      at: versions.is.place(is, keyword),
      reason: `\`${keyword}\` of the ${named(is)} changed`,
      trail: [],
    }));
}

/** How the values are written, also where it is not said. */
function usual(about: Fields): Fields {
  const style = about['style'] ?? (about['in'] === 'query' ? 'form' : 'simple');
  return { explode: style === 'form', allowReserved: false, ...about, style };
}

function named(about: Fields): string {
  const kind = { header: 'header', path: 'path parameter', query: 'query parameter' }[String(about['in'])];
  return `${kind ?? 'parameter'} ${String(about['name'])}`;
}
