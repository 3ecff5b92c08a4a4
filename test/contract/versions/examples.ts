import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import type { Contract } from '../../../generated/versions.ts';
import {
  type Document,
  type Documents,
  found,
  type Operation,
  operationsOf,
  type Response,
} from '../../../scripts/generate/bundle.ts';
import { answerErrors, newest, requestErrors } from '../../../src/platform/contract/contract.ts';
import type { VersionChain } from '../../../src/platform/contract/types.ts';

const root = resolve(import.meta.dirname, '../../..');

/** Both documents of a released version as it is frozen; without a date, those of the newest one. */
export function documentsOf(date?: string): Documents {
  const read = (name: string): Document =>
    date === undefined
      ? JSON.parse(readFileSync(join(root, `generated/${name}.json`), 'utf8'))
      : parse(readFileSync(join(root, `src/versions/${date}/${name}.yaml`), 'utf8'));
  return { openapi: read('openapi'), webhooks: read('webhooks') };
}

/** A version that is older than the newest. */
type Older = { readonly date: string; readonly contract: Contract };

type Wrong = { readonly instancePath: string; readonly message?: string | undefined };

/** Each example of the newest answers that the contract of an older version does not know after the chain has translated it. */
export function untranslatedAnswers(
  chain: VersionChain,
  { date, contract }: Older,
  { openapi }: Documents,
): string[] {
  const shapes = { from: chain.current, to: date };
  return operationsOf(openapi).flatMap(({ operation }) => {
    const { operationId: id } = operation;
    const declared = contract.index.answers[id];
    if (declared === undefined) return [];
    return answersIn(openapi, operation).flatMap(({ key, name, value }) => {
      // Another failure is an addition: callers know what its class of statuses means.
      if (!(key in declared) && !key.startsWith('2')) return [];
      const status = Number(key.replace('XX', '00'));
      const body = chain.answer(id, status, value, shapes);
      return worded(`${id} ${key}, ${name}`, answerErrors(contract, id, status, body));
    });
  });
}

/** Each example of the newest events that the contract of an older version does not know after the chain has translated it. */
export function untranslatedEvents(
  chain: VersionChain,
  { date, contract }: Older,
  { webhooks }: Documents,
): string[] {
  const shapes = { from: chain.current, to: date };
  return Object.entries(webhooks.webhooks ?? {}).flatMap(([type, { post }]) => {
    const validate = contract.functions.events[contract.index.events[type] ?? ''];
    if (validate === undefined) return [];
    return examplesIn(webhooks, post.requestBody).flatMap(({ name, value }) => {
      const event: { readonly data?: unknown } = Object(value);
      const isKnown = validate({ ...event, data: chain.event(type, event.data, shapes) });
      return isKnown ? [] : worded(`${type}, ${name}`, validate.errors);
    });
  });
}

/** Each example of an older version's requests that the newest contract does not know after the chain has translated it. */
export function untranslatedRequests(
  chain: VersionChain,
  { date, contract }: Older,
  { openapi }: Documents,
): string[] {
  return operationsOf(openapi).flatMap(({ operation }) => {
    const { operationId: id, requestBody } = operation;
    if (!(id in newest.operations)) return [];
    const given = { ...parametersOf(openapi, operation), headers: {} };
    const { params, query } = chain.up(date, id, { ...given, body: undefined });
    const known = new Set(newest.parameters[id]?.map(({ name }) => name));
    const unknown = Object.keys({ ...params, ...query }).filter((name) => !known.has(name));
    const bodies = examplesIn(openapi, requestBody).flatMap(({ name, value }) => {
      const parts = { path: given.params, query: {}, header: {}, requestBody: value };
      // Fills in the defaults of its own version, as the service does.
      requestErrors(contract, id, parts);
      const { body } = chain.up(date, id, { ...given, body: value });
      const errors = requestErrors(newest, id, { ...parts, requestBody: body });
      const ofBody = errors.filter(({ instancePath }) => instancePath.startsWith('/requestBody'));
      return worded(`${id}, ${name}`, ofBody);
    });
    return [...unknown.map((name) => `${id}: there is no parameter ${name}`), ...bodies];
  });
}

/** Each code that has another status now. Only bodies are translated, so callers of the older version would get it too. */
export function movedCodes({ openapi: was }: Documents, { openapi: is }: Documents): string[] {
  const before = statusesIn(was);
  return [...statusesIn(is)].flatMap(([code, status]) => {
    const old = before.get(code) ?? status;
    return old === status ? [] : [`${code} has the status ${status} instead of ${old}`];
  });
}

function statusesIn(document: Document): Map<string, string> {
  const failures = operationsOf(document)
    .flatMap(({ operation }) => answersIn(document, operation))
    .filter(({ key }) => !key.startsWith('2'));
  return new Map(failures.map(({ key, value }) => [String(Object(value)['code']), key]));
}

type Example = { readonly name: string; readonly value: unknown };

/** `key`: the status as the contract names it, such as `201` or `5XX`. */
function answersIn(document: Document, { responses }: Operation): (Example & { readonly key: string })[] {
  return Object.entries(responses).flatMap(([key, response]) =>
    examplesIn(document, found(response, document.components.responses)).map((each) => ({ ...each, key })),
  );
}

function examplesIn({ components }: Document, holder: Pick<Response, 'content'> | undefined): Example[] {
  const { examples = {} } = holder?.content?.['application/json'] ?? {};
  return Object.entries(examples).map(([name, example]) => ({
    name,
    // Validators fill in defaults, and an example is used again.
    value: structuredClone(found(example, components.examples).value),
  }));
}

function parametersOf({ components }: Document, { parameters = [] }: Operation) {
  const all = parameters.map((parameter) => found(parameter, components.parameters));
  const named = (place: string) =>
    Object.fromEntries(all.filter((parameter) => parameter.in === place).map(({ name }) => [name, '1']));
  return { params: named('path'), query: named('query') };
}

function worded(what: string, errors: readonly Wrong[] | null | undefined): string[] {
  return (errors ?? []).map(({ instancePath, message }) =>
    `${what}: ${instancePath} ${message ?? ''}`.trim(),
  );
}
