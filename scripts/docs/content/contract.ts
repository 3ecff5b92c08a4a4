import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorCode } from '../../../generated/error-catalogue.ts';
import { operations } from '../../../generated/operations.ts';
import {
  type Content,
  type Document,
  eventsOf,
  follow,
  jsonOf,
  operationsOf,
  type PlacedOperation,
} from '../../redocly/document.ts';

/** The two documents of the contract, as generated/ has them. */
export type Contract = { readonly api: Document; readonly webhooks: Document };

export function readContract(root: string): Contract {
  const read = (name: string): Document => JSON.parse(readFileSync(join(root, 'generated', name), 'utf8'));
  return { api: read('openapi.json'), webhooks: read('webhooks.json') };
}

type Facts = { readonly writes: boolean; readonly codes: readonly ErrorCode[] };
const facts: Readonly<Record<string, Facts>> = operations;

/** What the table of operations says of an operation. */
export function factsOf(id: string): Facts {
  const found = facts[id];
  if (found === undefined) throw new Error(`There is no operation ${id}.`);
  return found;
}

/** An operation of the API or an event, with its id. */
export type Named = PlacedOperation & { readonly id: string };

export function namedOperations({ api }: Contract): readonly Named[] {
  return operationsOf(api).map((placed) => ({ ...placed, id: placed.operation.operationId ?? '' }));
}

export function namedEvents({ webhooks }: Contract): readonly Named[] {
  return eventsOf(webhooks).map((placed) => ({ ...placed, id: placed.path }));
}

/** The first example of a body in JSON; undefined if it has none. */
export function exampleIn(document: Document, content: Content | undefined): unknown {
  const [first] = Object.values(jsonOf(content)?.examples ?? {});
  return first === undefined ? undefined : follow(document, 'examples', first, []).node.value;
}

export const operationPath = ({ id, operation }: Named): string =>
  `operations/${operation.tags?.[0] ?? ''}/${id}`;
export const eventPath = (id: string): string => `events/${id}`;
export const errorPath = (code: string): string => `errors/${code}`;
