import {
  type Document,
  eventsOf,
  follow,
  isSecured,
  isWrite,
  jsonOf,
  type Operation,
  operationsOf,
  type Path,
  type PlacedOperation,
  type Report,
  type Rule,
  type Schema,
} from './document.ts';

/** Every operation and every named schema says whose it is: the specification's or ours. */
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

/** A success is `{success, data}`, and `data` has a name. */
export const envelope: Rule = (document, report) => {
  for (const { response, at } of successes(document)) {
    const problem = envelopeProblem(jsonOf(response.content)?.schema ?? {});
    if (problem !== undefined) report(at, problem);
  }
};

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

/** Who may call is said on every secured operation, in words the dispatcher knows. */
export const gates: Rule = (document, report) => {
  for (const placed of operationsOf(document)) {
    if (isSecured(document, placed.operation)) checkAccess(placed, report);
    checkGates(placed, report);
  }
  checkKeywords(document, [], report);
};

/** A POST because of what it is sent; it keeps nothing. */
const readsByPost = new Set(['verifyWebhookSignature']);

function checkAccess({ method, operation, at }: PlacedOperation, report: Report): void {
  const writes = isWrite(method) && !readsByPost.has(operation.operationId ?? '');
  const permission = `${(operation.tags?.[0] ?? '').replaceAll('-', '_')}:${writes ? 'write' : 'read'}`;
  if (operation['x-permission'] !== permission) report(at, `\`x-permission\` must be \`${permission}\`.`);
  const kinds = operation['x-key-kinds'] ?? [];
  const known = kinds.every((kind) => ['secret', 'restricted', 'public'].includes(kind));
  if (kinds.length === 0 || !known) report(at, '`x-key-kinds` must list secret, restricted or public.');
}

const gateValues: readonly (readonly [keyof Operation, readonly unknown[]])[] = [
  ['x-mode', ['sandbox']],
  ['x-feature', ['refunds', 'payment_links', 'payouts']],
  ['x-kyc', [1, 2]],
  ['x-second-factor', ['totp']],
  ['x-rate-limit', ['mobile-status']],
];

function checkGates({ operation, at }: PlacedOperation, report: Report): void {
  for (const [keyword, values] of gateValues) {
    if (operation[keyword] !== undefined && !values.includes(operation[keyword])) {
      report([...at, keyword], `\`${keyword}\` must be ${values.join(' or ')}.`);
    }
  }
}

const keywords = new Set(
  `x-origin x-key-kinds x-permission x-mode x-feature x-kyc x-second-factor x-rate-limit x-errors x-error-code x-brand x-no-card-number
  x-extensible-enum x-enumDescriptions x-retryable x-status x-meaning x-event x-registry-version x-displayName x-currencies x-unrouted-failures`.split(
    /\s+/u,
  ),
);
/** What these hold is data, or names of ours, not keywords. */
const opaque = new Set(['value', 'example', 'default', 'const', 'enum']);

function checkKeywords(node: unknown, at: Path, report: Report): void {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    if (key.startsWith('x-') && at.at(-1) !== 'properties') {
      if (!keywords.has(key)) report([...at, key], `\`${key}\` is not one of our keywords.`);
    } else if (!opaque.has(key) || at.at(-1) === 'properties')
      checkKeywords(value, [...at, Array.isArray(node) ? Number(key) : key], report);
  }
}

/** The headers of successes that depend on the operation; the others are the business of `response-contains-header`. */
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
