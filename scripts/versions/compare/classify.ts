import type { Versions } from './bodies.ts';
import type { Contract } from './contract.ts';
import { compareEvents } from './events.ts';
import { isStricter } from './gates.ts';
import { changed } from './keywords.ts';
import { compareAddresses, compareOperations } from './operations.ts';
import { type Finding, Report, type Row } from './rows.ts';
import { Schemas } from './schemas.ts';
import { fieldsOf } from './source.ts';

/** Every change between two versions of the contract that an app could notice, breaking ones first. */
export function classify(was: Contract, is: Contract): Row[] {
  const versions = { was, is, schemas: new Schemas(was, is) };
  const report = new Report();
  compareOperations(versions, report);
  compareEvents(versions, report);
  report.add('', 'servers', compareServers(versions));
  for (const [owner, findings] of compareTerms(versions)) report.add('', owner, findings);
  return report.rows();
}

/** Undefined: the term was not there, or is no longer. */
type IsBreaking = (was: unknown, is: unknown) => boolean;

/** What holds for every operation or event, by the keys that lead to it in its document. */
const terms: readonly (readonly ['openapi' | 'webhooks', readonly string[], IsBreaking])[] = [
  // A bound that was not there before refuses what was accepted.
  ['openapi', ['x-rate-limits'], (was, is) => was === undefined || isStricter(was, is)],
  ['openapi', ['x-greatest-amounts'], (was, is) => was === undefined || Number(is) < Number(was)],
  // An amount that an app wrote or stored would be another amount of money.
  ['openapi', ['x-currencies'], (was) => was !== undefined],
  // Receivers are built for these terms: any other number can surprise them.
  ['webhooks', ['x-delivery'], () => true],
  [
    'openapi',
    ['x-unrouted-failures'],
    (was, is) => was !== undefined && (fieldsOf(is)['x-meaning'] !== 'same' || bare(was) !== bare(is)),
  ],
  ['openapi', ['components', 'securitySchemes'], (was, is) => was !== undefined && bare(was) !== bare(is)],
];

function compareTerms({ was, is }: Versions): [string, Finding[]][] {
  return terms.map(([document, keys, isBreaking]) => {
    const [before, now] = [was, is].map((contract) =>
      keys.reduce<unknown>((part, key) => fieldsOf(part)[key], contract[document].root),
    );
    const names = new Set([...Object.keys(fieldsOf(before)), ...Object.keys(fieldsOf(now))]);
    const findings = [...names].flatMap((name): Finding[] => {
      const [older, newer] = [fieldsOf(before)[name], fieldsOf(now)[name]];
      if (JSON.stringify(older) === JSON.stringify(newer)) return [];
      const verdict = isBreaking(older, newer) ? 'breaking' : 'addition';
      return [{ verdict, at: is.place(now, name), reason: changed(name, older, newer), trail: [] }];
    });
    return [keys.at(-1) ?? '', findings];
  });
}

/** Where the service is: an app calls the address that it was told. */
function compareServers({ was, is }: Versions): Finding[] {
  const at = is.place(is.openapi.root, 'servers');
  return compareAddresses(at, was.openapi.root['servers'], is.openapi.root['servers']);
}

/** Without words. */
function bare(part: unknown): string {
  const { description: _words, 'x-meaning': _meaning, ...rest } = fieldsOf(part);
  return JSON.stringify(rest);
}
