import { compareBody, compareResponses, type Placed, removed, type Versions } from './bodies.ts';
import type { Contract } from './contract.ts';
import { compareGates, compareSecurity } from './gates.ts';
import { compareParameters } from './parameters.ts';
import type { Finding, Report } from './rows.ts';
import { fieldsOf, isFields, listOf, type Place } from './source.ts';

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

/** `GET /v1/checkout/{}/status` → operation. The name of a path parameter is not part of the address. */
function operationsIn(contract: Contract): Map<string, Placed> {
  const all = new Map<string, Placed>();
  const paths = fieldsOf(contract.openapi.root['paths']);
  for (const [path, item] of Object.entries(paths)) {
    const shared = listOf(fieldsOf(item)['parameters']);
    for (const [method, operation] of Object.entries(fieldsOf(item))) {
      if (!methods.has(method) || !isFields(operation)) continue;
      const address = `${method.toUpperCase()} ${path.replaceAll(/\{[^}]*\}/gu, '{}')}`;
      const servers = operation['servers'] ?? fieldsOf(item)['servers'];
      all.set(address, { path, method, operation, shared, servers, at: contract.place(item, method) });
    }
  }
  return all;
}

export function compareOperations(versions: Versions, report: Report): void {
  const [before, now] = [operationsIn(versions.was), operationsIn(versions.is)];
  for (const [address, placed] of before) {
    const after = now.get(address);
    const id = idOf(placed, address);
    if (after === undefined) {
      const at = nextTo(versions, 'openapi', 'paths', placed.path);
      report.add(id, '', [
        { ...removed(`the operation ${placed.method.toUpperCase()} ${placed.path}`, at), was: placed.at },
      ]);
    } else compareOperation(versions, report, id, placed, after);
  }
  for (const [address, { operation, at, method, path }] of now) {
    if (before.has(address)) continue;
    const reason = `the operation ${method.toUpperCase()} ${path} was added`;
    report.add(idOf({ operation }, address), '', [{ verdict: 'addition', at, reason, trail: [] }]);
  }
}

/** An operation that is where the others are needs no row beside that of the document. */
function compareOwnAddresses(versions: Versions, was: Placed, is: Placed): Finding[] {
  if (was.servers === undefined && is.servers === undefined) return [];
  const [before, now] = [versions.was.openapi.root['servers'], versions.is.openapi.root['servers']];
  return compareAddresses(is.at, was.servers ?? before, is.servers ?? now);
}

export function compareAddresses(at: Place, was: unknown, is: unknown): Finding[] {
  const [before, now] = [was, is].map((servers) =>
    listOf(servers).map((each) => String(fieldsOf(each)['url'])),
  );
  const row = (verdict: Finding['verdict'], reason: string): Finding => ({ verdict, at, reason, trail: [] });
  return [
    ...(before ?? [])
      .filter((url) => !now?.includes(url))
      .map((url) => row('breaking', `${url} was removed`)),
    ...(now ?? []).filter((url) => !before?.includes(url)).map((url) => row('addition', `${url} was added`)),
  ];
}

function idOf({ operation }: Pick<Placed, 'operation'>, otherwise: string): string {
  const id = operation['operationId'];
  return typeof id === 'string' ? id : otherwise;
}

/** The line of what stands where the entry stood: of itself, or of the entry before it that is still there. */
export function nextTo(
  { was, is }: Versions,
  document: 'openapi' | 'webhooks',
  section: string,
  entry: string,
): Place {
  const now = fieldsOf(is[document].root[section]);
  const names = Object.keys(fieldsOf(was[document].root[section]));
  const before = names.slice(0, names.indexOf(entry) + 1).findLast((name) => name in now);
  return before === undefined ? is.place(is[document].root, section) : is.place(now, before);
}

function compareOperation(versions: Versions, report: Report, id: string, was: Placed, is: Placed): void {
  const { is: contract } = versions;
  const now = is.operation['operationId'];
  if (was.operation['operationId'] !== now) {
    const reason = `the operationId changed from ${id} to ${String(now)}`;
    const at = contract.place(is.operation, 'operationId');
    report.add(id, '', [{ verdict: 'breaking', at, reason, trail: [] }]);
  }
  report.add(id, '', compareOwnAddresses(versions, was, is));
  report.add(id, '', compareGates(versions, was.operation, is.operation));
  report.add(id, '', compareSecurity(versions, was.operation, is.operation));
  report.add(id, 'request', compareParameters(versions, was, is, 'request'));
  report.add(id, 'request', compareBody(versions, was.operation, is.operation, 'request'));
  for (const [status, findings] of compareResponses(versions, was.operation, is.operation, 'answer'))
    report.add(id, `answer ${status}`, findings);
}
