import {
  type Document,
  isSecured,
  isWrite,
  type Operation,
  operationsOf,
  type Path,
  type PlacedOperation,
  type RateLimit,
  type Report,
  type Rule,
} from './document.ts';

/** Every secured operation says who may call it, with values that the dispatcher knows. */
export const gates: Rule = (document, report) => {
  for (const placed of operationsOf(document)) {
    if (isSecured(document, placed.operation)) checkAccess(placed, report);
    checkGates(document, placed, report);
  }
  checkRateLimits(document, report);
  checkFeatures(document, report);
  checkGreatestAmounts(document, report);
  checkKeywords(document, [], report);
};

/** POST operations that only read: they need a body and store nothing. */
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
  ['x-kyc', [1, 2]],
  ['x-platform-billing', ['paid']],
  ['x-second-factor', ['totp']],
];

function checkGates(document: Document, { operation, at }: PlacedOperation, report: Report): void {
  for (const [keyword, values] of [...gateValues, ['x-feature', featuresOf(document)] as const]) {
    if (operation[keyword] !== undefined && !values.includes(operation[keyword])) {
      report([...at, keyword], `\`${keyword}\` must be ${values.join(' or ')}.`);
    }
  }
}

function featuresOf(document: Document): readonly string[] {
  return document.components?.schemas?.['Feature']?.['x-extensible-enum'] ?? [];
}

/** A feature that gates nothing could be switched off without any effect. */
function checkFeatures(document: Document, report: Report): void {
  const gating = new Set(operationsOf(document).map(({ operation }) => operation['x-feature']));
  for (const feature of featuresOf(document).filter((name) => !gating.has(name)))
    report(['components', 'schemas', 'Feature'], `${feature} is the \`x-feature\` of no operation.`);
}

function checkGreatestAmounts(document: Document, report: Report): void {
  if (document.paths === undefined) return;
  const { payment, payout } = document['x-greatest-amounts'] ?? {};
  const pattern = new RegExp(document.components?.schemas?.['MoneyInput']?.pattern ?? '', 'u');
  if (![payment, payout].every((amount) => typeof amount === 'string' && pattern.test(amount)))
    report(['x-greatest-amounts'], '`x-greatest-amounts` must give `payment` and `payout` as MoneyInput.');
}

/** The usual limits stand once for the document; an operation whose calls are counted apart names a bucket of its own. */
function checkRateLimits(document: Document, report: Report): void {
  if (document.paths === undefined) return;
  const usual = document['x-rate-limits'] ?? {};
  for (const name of ['default', 'address', 'wrong-key'])
    checkRateLimit(usual[name], ['x-rate-limits', name], report);
  const taken = new Set([undefined, ...Object.keys(usual)]);
  for (const { operation, at } of operationsOf(document)) {
    const own = operation['x-rate-limit'];
    if (own === undefined) continue;
    const place = [...at, 'x-rate-limit'];
    checkRateLimit(own, place, report);
    if (taken.has(own.bucket))
      report(place, 'An operation with `x-rate-limit` must name a `bucket` of its own.');
    taken.add(own.bucket);
  }
}

function checkRateLimit(rate: RateLimit | undefined, at: Path, report: Report): void {
  if (!isCount(rate?.limit) || !isCount(rate?.window))
    report(at, 'A rate limit must be `limit` calls in `window` seconds.');
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) > 0;
}

const keywords = new Set(
  `x-origin x-key-kinds x-permission x-mode x-feature x-kyc x-platform-billing x-second-factor x-largest-body x-rate-limit x-rate-limits x-errors x-error-code x-brand x-no-card-number
  x-extensible-enum x-named-by x-enumDescriptions x-retryable x-status x-meaning x-event x-greatest-amounts x-delivery x-registry-version x-displayName x-currencies x-pattern-words x-unrouted-failures`.split(
    /\s+/u,
  ),
);
/** Keys under which there is data, not keywords. */
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
