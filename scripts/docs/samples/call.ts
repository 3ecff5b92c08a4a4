import { type Document, follow, isSecured, jsonOf, type PlacedOperation } from '../../redocly/document.ts';

/** An operation with the values of its first example. */
export type Call = {
  readonly operationId: string;
  readonly method: string;
  /** With the values of the example in it. */
  readonly path: string;
  /** The parameters of the path, by name. */
  readonly places: Readonly<Record<string, string>>;
  readonly isSecured: boolean;
  /** It takes an idempotency key, so that it can be sent again after a lost answer. */
  readonly takesKey: boolean;
  readonly body: unknown;
};

/** The first example of an operation, as a call. */
export function callOf(document: Document, { path, method, operation }: PlacedOperation): Call {
  const parameters = (operation.parameters ?? []).map((own) => follow(document, 'parameters', own, []).node);
  const places = Object.fromEntries(
    parameters
      .filter((parameter) => parameter.in === 'path')
      .map(({ name = '', examples }) => [name, String(Object.values(examples ?? {})[0]?.value)]),
  );
  const example = Object.values(jsonOf(operation.requestBody?.content)?.examples ?? {})[0];
  return {
    operationId: operation.operationId ?? '',
    method: method.toUpperCase(),
    path: Object.entries(places).reduce((text, [name, value]) => text.replace(`{${name}}`, value), path),
    places,
    isSecured: isSecured(document, operation),
    takesKey: parameters.some(({ name }) => name === 'Idempotency-Key'),
    body: example === undefined ? undefined : follow(document, 'examples', example, []).node.value,
  };
}

/** A body as JSON with two spaces, each further line indented. */
export function jsonWith(body: unknown, indent: string): string {
  return JSON.stringify(body, null, 2).replaceAll('\n', `\n${indent}`);
}
