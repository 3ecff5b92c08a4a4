import {
  type Document,
  follow,
  jsonOf,
  operationsOf,
  type Path,
  type Placed,
  type Report,
  type Response,
  type Rule,
  type Schema,
} from './document.ts';
import { requestSchemas } from './schemas.ts';

/** Every code has one status, a description and an example, and is declared wherever it is used. */
export const failureCodes: Rule = (document, report) => {
  const failures = failuresOf(document);
  checkStatuses(document, failures, report);
  for (const failure of failures.values()) {
    for (const schema of failure.lists) checkList(document, failure.response, schema, report);
  }
  checkErrors(document, failures, report);
  checkErrorCodes(document, failures, report);
};

type Failure = {
  readonly statuses: Set<string>;
  readonly response: Placed<Response>;
  readonly lists: Placed<Schema>[];
};

/** Each failing response once, with the statuses under which operations declare it. */
function failuresOf(document: Document): Map<Response, Failure> {
  const failures = new Map<Response, Failure>();
  for (const { operation, at } of operationsOf(document)) {
    for (const [status, own] of Object.entries(operation.responses ?? {})) {
      if (status.startsWith('2')) continue;
      const response = follow(document, 'responses', own, [...at, 'responses', status]);
      const failure = failures.get(response.node) ?? {
        statuses: new Set<string>(),
        response,
        lists: codeLists(document, response),
      };
      failure.statuses.add(status);
      failures.set(response.node, failure);
    }
  }
  return failures;
}

/** The schemas of the field `code` that list values. */
function codeLists(document: Document, { node, at }: Placed<Response>): Placed<Schema>[] {
  const schema = jsonOf(node.content)?.schema;
  return schema === undefined
    ? []
    : listsWithin(document, schema, [...at, 'content', 'application/json', 'schema']);
}

function listsWithin(document: Document, schema: Schema, from: Path): Placed<Schema>[] {
  const { node, at } = follow(document, 'schemas', schema, from);
  const code = node.properties?.['code'];
  const own =
    typeof code === 'object'
      ? [follow(document, 'schemas', code, [...at, 'properties', 'code'])].filter(
          (list) => list.node['x-extensible-enum'] !== undefined,
        )
      : [];
  return [
    ...own,
    ...(node.allOf ?? []).flatMap((member, index) => listsWithin(document, member, [...at, 'allOf', index])),
  ];
}

function checkStatuses(document: Document, failures: ReadonlyMap<Response, Failure>, report: Report): void {
  const known = new Map<string, string>();
  const stated = [...[...failures.values()].flatMap(statedCodes), ...unroutedCodes(document)];
  for (const { code, status, at } of stated) {
    const other = known.get(code) ?? status;
    if (other !== status) report(at, `${code} stands under ${other} and under ${status}.`);
    known.set(code, other);
  }
  for (const [code, { description }] of Object.entries(document['x-unrouted-failures'] ?? {})) {
    if (!description) report(['x-unrouted-failures', code], `${code} has no description.`);
  }
}

type StatedCode = { readonly code: string; readonly status: string; readonly at: Path };

function statedCodes({ statuses, lists }: Failure): StatedCode[] {
  return lists.flatMap(({ node, at }) =>
    (node['x-extensible-enum'] ?? []).flatMap((code) =>
      [...statuses].map((status) => ({
        code,
        status: String(node['x-status']?.[code] ?? status),
        at: [...at, 'x-extensible-enum'],
      })),
    ),
  );
}

function unroutedCodes(document: Document): StatedCode[] {
  return Object.entries(document['x-unrouted-failures'] ?? {}).map(([code, { status }]) => ({
    code,
    status: String(status),
    at: ['x-unrouted-failures', code],
  }));
}

function checkList(
  document: Document,
  response: Placed<Response>,
  { node, at }: Placed<Schema>,
  report: Report,
): void {
  const codes = node['x-extensible-enum'] ?? [];
  for (const code of codes) {
    const description = node['x-enumDescriptions']?.[code];
    if (!description) {
      report(at, `${code} has no description in x-enumDescriptions.`);
      continue;
    }
    const [message] = description.split(/(?<=[.!?])\s/u);
    const retryable = node['x-retryable']?.includes(code) ?? false;
    checkExample(document, response, { code, message, retryable }, report);
  }
  for (const keyword of ['x-enumDescriptions', 'x-retryable', 'x-status'] as const) {
    const named = [node[keyword] ?? []].flatMap((value) =>
      Array.isArray(value) ? value : Object.keys(value),
    );
    for (const code of named.filter((one) => !codes.includes(one))) {
      report([...at, keyword], `${code} is not in x-extensible-enum.`);
    }
  }
}

type Words = { readonly code: string; readonly message: string | undefined; readonly retryable: boolean };

function checkExample(document: Document, response: Placed<Response>, words: Words, report: Report): void {
  const at = [...response.at, 'content', 'application/json', 'examples'];
  const own = jsonOf(response.node.content)?.examples?.[words.code];
  if (own?.$ref !== `#/components/examples/failure.${words.code}`) {
    report(at, `${words.code} has no example: a $ref to failure.${words.code}.`);
    return;
  }
  const example = follow(document, 'examples', own, at);
  const value = example.node.value;
  for (const [name, wanted] of Object.entries(words)) {
    if (typeof value !== 'object' || value === null || Reflect.get(value, name) !== wanted) {
      report(
        [...example.at, 'value'],
        `\`${name}\` must be ${JSON.stringify(wanted)}, as in the list of codes.`,
      );
    }
  }
}

/** The codes in `x-errors` are in failures that the operation declares. */
function checkErrors(document: Document, failures: ReadonlyMap<Response, Failure>, report: Report): void {
  for (const { operation, at } of operationsOf(document)) {
    const responses = Object.entries(operation.responses ?? {}).map(([status, own]) =>
      follow(document, 'responses', own, [...at, 'responses', status]),
    );
    const declared = new Set(responses.flatMap(({ node }) => codesOf(failures.get(node))));
    for (const code of operation['x-errors'] ?? []) {
      if (!declared.has(code))
        report([...at, 'x-errors'], `${code} is in no failure that the operation declares.`);
    }
  }
}

/** A rule between fields stands under `then`; its code may stand at the top, to come before those of the fields. */
function isJudged(node: Schema, keyword: string): boolean {
  const { then } = node;
  return keyword in node || (then?.allOf ?? []).some((rule) => keyword in rule && !('x-error-code' in rule));
}

/** The codes in `x-error-code` are in failures under 400, and each stands beside the keyword that it is for, or above its rule. */
function checkErrorCodes(document: Document, failures: ReadonlyMap<Response, Failure>, report: Report): void {
  const refusals = new Set(
    [...failures.values()].filter(({ statuses }) => statuses.has('400')).flatMap(codesOf),
  );
  for (const { node, at } of requestSchemas(document)) {
    for (const [keyword, code] of Object.entries(node['x-error-code'] ?? {})) {
      const place = [...at, 'x-error-code', keyword];
      if (!refusals.has(code)) report(place, `${code} is in no failure under 400.`);
      if (!isJudged(node, keyword)) report(place, `There is no \`${keyword}\` beside it.`);
    }
  }
}

function codesOf(failure: Failure | undefined): string[] {
  return failure?.lists.flatMap(({ node }) => node['x-extensible-enum'] ?? []) ?? [];
}
