import type { OperationId } from '../../../generated/operations.ts';
import type { Contract } from '../../../generated/versions.ts';
import { type Answering, type Backend, type Given, loadBackend, type Route } from './backend.ts';
import { newest, type Operation, operationIn, requestErrors } from './contract.ts';
import { documentOf, type Homes } from './document.ts';
import { refusal } from './problems.ts';
import type { Incoming } from './router.ts';
import type { VersionChain, VersionedRequest } from './types.ts';

/** An operation, or the methods that the path has instead. */
type Found = { readonly operation: Operation } | Extract<Route, { readonly allow: readonly string[] }>;

/** The operations of every version that a caller may name. */
export type Backends<Extra extends Given, Made> = {
  /** What a path means in the newest version that knows it: for what is decided before the caller's version is known. */
  readonly find: (path: string, method: string) => Found | undefined;
  readonly findIn: (version: string, path: string, method: string) => Found | undefined;
  readonly handle: (version: string, request: Incoming, given: Extra) => Promise<Made>;
};

type Served<Extra extends Given, Made> = {
  readonly backend: Backend<Extra, Made>;
  readonly operations: ReadonlyMap<string, Operation>;
};

/**
 * Makes a backend for each version. Callers are judged by the contract of their own version. What that one does not have comes from the
 * next later one that does: an operation added later is open to every version, and a removed one stays for the versions that had it.
 *
 * Decision 0068.
 */
export async function loadBackends<Extra extends Given, Made>(
  versions: VersionChain,
  answer: Answering<Extra, Made>,
): Promise<Backends<Extra, Made>> {
  const served = new Map([[versions.current, await serve(homesOf([newest]), answer)]]);
  const later: Contract[] = [newest];
  for (const [version, contract] of [...versions.contracts].toReversed()) {
    later.unshift(contract);
    served.set(version, await serve(homesOf(later), upgrading(versions, version, answer)));
  }
  const of = (version: string) => {
    const found = served.get(version);
    if (!found) throw new Error(`version ${version} has no contract: run "npm run generate"`);
    return found;
  };
  const newestFirst = [...served.keys()];
  const findIn = (version: string, path: string, method: string) => findAt(of(version), path, method);
  return {
    findIn,
    find: (path, method) => {
      let otherMethods: Found | undefined;
      for (const version of newestFirst) {
        const found = findIn(version, path, method);
        if (found && 'operation' in found) return found;
        otherMethods ??= found;
      }
      return otherMethods;
    },
    handle: (version, request, given) => of(version).backend.handle(request, given),
  };
}

/** @param contracts of a version and of those after it, oldest first */
function homesOf(contracts: readonly Contract[]): Homes {
  const homes = new Map<string, Contract>();
  for (const contract of contracts.toReversed())
    for (const id of Object.keys(contract.operations)) homes.set(id, contract);
  return homes;
}

async function serve<Extra extends Given, Made>(
  homes: Homes,
  answer: Answering<Extra, Made>,
): Promise<Served<Extra, Made>> {
  const contractOf = (id: string) => homes.get(id) ?? newest;
  const backend = await loadBackend(answer, { document: () => documentOf(homes), contractOf });
  const operations = new Map([...homes].map(([id, contract]) => [id, operationIn(contract, id)]));
  return { backend, operations };
}

function findAt<Extra extends Given, Made>(
  { backend, operations }: Served<Extra, Made>,
  path: string,
  method: string,
): Found | undefined {
  const route = backend.find(path, method);
  if (route === undefined || 'allow' in route) return route;
  const operation = operations.get(route.operationId);
  return operation && { operation };
}

/** Brings a request that fits the contract of an older version up to the newest, and judges it by that contract too. */
function upgrading<Extra extends Given, Made>(
  versions: VersionChain,
  version: string,
  answer: Answering<Extra, Made>,
): Answering<Extra, Made> {
  return (operationId, request, given) => {
    const upgraded = versions.up(version, operationId, request);
    return answer(
      operationId,
      operationId in newest.operations ? judged(operationId, upgraded) : upgraded,
      given,
    );
  };
}

/** The request, with the newest contract's defaults filled in. @throws the refusal of its first error */
function judged(
  operationId: OperationId,
  { params, query, headers, body }: VersionedRequest,
): VersionedRequest {
  const parts = {
    path: { ...params },
    query: { ...query },
    header: headers,
    ...(body !== undefined && { requestBody: body }),
  };
  const errors = requestErrors(newest, operationId, parts);
  if (errors.length > 0) throw refusal(operationId, errors);
  return { params: parts.path, query: parts.query, headers, body };
}
