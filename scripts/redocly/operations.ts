import {
  type Document,
  eventsOf,
  follow,
  isSecured,
  isWrite,
  jsonOf,
  nameOf,
  operationsOf,
  type Path,
  type Report,
  type Rule,
  type Schema,
} from './document.ts';

/** Every operation and every named schema says where it comes from: the specification, or a decision of this project. */
export const origin: Rule = (document, report) => {
  for (const { operation, at } of [...operationsOf(document), ...eventsOf(document)])
    checkOrigin(operation, at, report);
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
    checkOrigin(schema, ['components', 'schemas', name], report);
  }
};

function checkOrigin(node: { 'x-origin'?: string }, at: Path, report: Report): void {
  if (!['specification', 'decision'].includes(node['x-origin'] ?? '')) {
    report(at, '`x-origin` must be `specification` or `decision`.');
  }
}

/**
 * A success is a named schema `{success, data}`, called after the schema of its `data`: generators of clients take their names from it.
 * A download is no JSON and has no envelope.
 */
export const envelope: Rule = (document, report) => {
  for (const { response, at } of successes(document)) {
    if (isDownload(response)) continue;
    const own = jsonOf(response.content)?.schema ?? {};
    const { node } = follow(document, 'schemas', own, at);
    const problem = envelopeProblem(node) ?? nameProblem(nameOf(own), node);
    if (problem !== undefined) report(at, problem);
  }
};

/** A success with media types, and JSON is none of them. */
function isDownload({ content = {} }: { content?: object }): boolean {
  const types = Object.keys(content);
  return types.length > 0 && !types.includes('application/json');
}

function envelopeProblem({ required = [], properties = {} }: Schema): string | undefined {
  const names = Object.keys(properties).toSorted().join();
  if (names !== 'data,success' || required.toSorted().join() !== names) {
    return 'A success is `{success, data}`, both required and nothing else.';
  }
  const { success, data } = properties;
  const isNamed = typeof success === 'object' && typeof data === 'object' && data.$ref !== undefined;
  if (!isNamed || success.$ref !== '#/components/schemas/Success') {
    return '`success` is a $ref to Success, `data` a $ref to a named schema.';
  }
  return undefined;
}

function nameProblem(name: string | undefined, { properties = {} }: Schema): string | undefined {
  const data = properties['data'];
  const wanted = `${typeof data === 'object' ? nameOf(data) : ''}Answer`;
  return name === wanted ? undefined : `The schema of a success is a $ref to ${wanted}.`;
}

/** The statuses that every operation declares. */
export const commonResponses: Rule = (document, report) => {
  for (const { method, operation, at } of operationsOf(document)) {
    const wanted = [
      '400',
      '401',
      '403',
      '404',
      '429',
      '5XX',
      ...(isWrite(method) ? ['409'] : []),
      ...(operation.requestBody ? ['413', '415'] : []),
    ];
    const declared = Object.keys(operation.responses ?? {});
    for (const status of wanted.filter((one) => !declared.includes(one)))
      report(at, `The response ${status} is missing.`);
    if (declared.filter((status) => status.startsWith('2')).length !== 1)
      report([...at, 'responses'], 'There must be exactly one success status.');
    if (declared.includes('default'))
      report([...at, 'responses', 'default'], '`default` would declare every status.');
  }
};

/** The headers of successes that depend on the operation; the rule `response-contains-header` checks the others. */
export const answerHeaders: Rule = (document, report) => {
  for (const { response, at, method, operation } of successes(document)) {
    const wanted = [
      ...(isSecured(document, operation) ? ['RateLimit', 'RateLimit-Policy'] : []),
      ...(isWrite(method) ? ['Idempotent-Replayed'] : []),
    ];
    for (const name of wanted)
      if (!(name in (response.headers ?? {}))) report(at, `The header ${name} is missing.`);
  }
};

export function successes(document: Document) {
  return operationsOf(document).flatMap(({ at: from, ...placed }) =>
    Object.entries(placed.operation.responses ?? {})
      .filter(([status]) => status.startsWith('2'))
      .map(([status, own]) => {
        const { node: response, at } = follow(document, 'responses', own, [...from, 'responses', status]);
        return { ...placed, status, response, at };
      }),
  );
}
