import type { Operation } from '../contract.ts';
import { type Exchange, jsonOf } from './client.ts';
import { statusNameOf } from './conformance.ts';

/** What a run has seen, counted. Bounded by the size of the contract, not by the length of the run. */
export type Coverage = {
  /** By `operation status`, as the contract names the status. */
  readonly answers: Map<string, number>;
  /** By `operation CODE`. */
  readonly codes: Map<string, number>;
  /** By `operation place name`: how often a parameter was sent. */
  readonly parameters: Map<string, number>;
  /** By `operation status link`: how often a link was followed to a success or a refusal of the state. */
  readonly links: Map<string, number>;
  requests: number;
};

export function noCoverage(): Coverage {
  return { answers: new Map(), codes: new Map(), parameters: new Map(), links: new Map(), requests: 0 };
}

export function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

type SentParameters = Readonly<Record<'path' | 'query' | 'header', Readonly<Record<string, string>>>>;

export function cover(coverage: Coverage, exchange: Exchange, request: SentParameters): void {
  const { operation, status, text } = exchange;
  coverage.requests += 1;
  count(coverage.answers, `${operation.id} ${statusNameOf(operation, status) ?? status}`);
  if (status >= 400) count(coverage.codes, `${operation.id} ${codeOf(text)}`);
  for (const { in: place, name } of operation.parameters) {
    if (name in request[place]) count(coverage.parameters, `${operation.id} ${place} ${name}`);
  }
}

export function codeOf(text: string): string {
  const code: unknown = Reflect.get(Object(jsonOf(text)), 'code');
  return typeof code === 'string' ? code : 'without a code';
}

/** Everything that can be seen of these operations: declared answers, codes of their own, parameters and links. */
export function everythingOf(operations: readonly Operation[]) {
  const links = operations.flatMap(({ id, answers }) =>
    Object.entries(answers).flatMap(([status, { links: declared }]) =>
      declared.map(({ name }) => `${id} ${status} ${name}`),
    ),
  );
  return {
    answers: operations.flatMap(({ id, answers }) => Object.keys(answers).map((status) => `${id} ${status}`)),
    codes: operations.flatMap(({ id, codes }) => codes.map((code) => `${id} ${code}`)),
    parameters: operations.flatMap(({ id, parameters }) =>
      parameters.map(({ in: place, name }) => `${id} ${place} ${name}`),
    ),
    links,
  };
}

/** Operations that answered no request with 2xx, so that little of them was tested. */
export function neverSucceeded({ answers }: Coverage, operations: readonly Operation[]): string[] {
  return operations
    .filter(
      (operation) =>
        !Object.keys(operation.answers).some(
          (status) => status.startsWith('2') && answers.has(`${operation.id} ${status}`),
        ),
    )
    .map(({ id }) => id);
}
