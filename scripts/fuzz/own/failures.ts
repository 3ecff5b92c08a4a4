import type { Operation } from '../contract.ts';
import { filled } from '../needs/start.ts';
import type { Request } from '../requests.ts';
import type { Case, Expectation } from './case.ts';
import type { Door, Exchange } from './client.ts';
import type { Tester } from './tester.ts';

/** Ways to call as somebody who is refused. */
export type Doors = Readonly<
  Record<
    | 'withoutKey'
    | 'wrongKey'
    | 'revokedKey'
    | 'suspended'
    | 'publicKey'
    | 'withoutPermission'
    | 'live'
    | 'withoutFeatures'
    | 'unverified'
    | 'withSecondFactor'
    | 'withoutWebhook'
    | 'slow'
    | 'broken',
    Door
  >
>;

type Scope = { readonly method: string; readonly path: string; readonly key: string };

/** Does the work while a call of the API key's merchant with this idempotency key seems to run. */
export type BusyKey = (
  apiKey: string | undefined,
  scope: Scope,
  work: () => Promise<unknown>,
) => Promise<unknown>;

type Ways = { readonly doors: Doors | undefined; readonly busy: BusyKey | undefined };

/** Provokes every declared failure of an operation that needs no state of its own. `base` succeeds. */
export async function provokeFailures(
  tester: Tester,
  operation: Operation,
  { base, doors, busy }: Ways & { readonly base: Request },
): Promise<void> {
  const send = (rule: string, expect: Expectation, more: Partial<Case> = {}): Promise<Exchange | undefined> =>
    tester.try({ operation, request: base, expect, rule, ...more });
  const isKeyed = !operation.isPublic;
  if (isKeyed) await send('without a key', { status: '401' }, { door: { ...tester.door, key: undefined } });
  if (isKeyed) await send('a wrong key', { status: '401' }, { door: { ...tester.door, key: 'sk_test_1' } });
  if (operation.body) {
    const text = ' '.repeat(operation.bodyLimit + 1);
    await send('a large body', { status: '413' }, { raw: { text, type: 'application/json' } });
    await send('not JSON', { status: '415' }, { raw: { text: '{}', type: 'text/plain' } });
  }
  if (operation.path.includes('{')) {
    const request = { ...base, path: mapped(base.path, unknownId) };
    await send('an unknown id', { status: '404' }, { request });
  }
  for (const request of unknownInBody(base)) await send('an unknown id in the body', 'declared', { request });
  const takesKey = operation.parameters.some(({ name }) => name === 'Idempotency-Key');
  if (takesKey && busy) await provokeBusy(tester, operation, { base, busy });
  if (doors) await openEveryDoor(operation, doors, send);
}

type Send = (rule: string, expect: Expectation, more?: Partial<Case>) => Promise<Exchange | undefined>;

async function openEveryDoor(operation: Operation, doors: Doors, send: Send): Promise<void> {
  const { revokedKey, suspended, slow, broken, withoutKey: _without, wrongKey: _wrong, ...others } = doors;
  if (!operation.isPublic) {
    await send('a revoked key', { status: '401' }, { door: revokedKey });
    await send('a suspended merchant', { status: '403' }, { door: suspended });
    await send('no database', { status: '5XX' }, { door: broken });
    for (const [name, door] of Object.entries(others)) await send(name, 'declared', { door });
  }
  await send('the first call', 'declared', { door: slow });
  await send('too many calls', { status: '429' }, { door: slow });
}

async function provokeBusy(
  tester: Tester,
  operation: Operation,
  { base, busy }: { readonly base: Request; readonly busy: BusyKey },
): Promise<void> {
  const key = `busy-${operation.id}`;
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => base.path[name] ?? '');
  const request = { ...base, header: { ...base.header, 'Idempotency-Key': key } };
  await busy(tester.door.key, { method: operation.method.toLowerCase(), path, key }, async () => {
    await tester.try({ operation, request, expect: { status: '409' }, rule: 'a key that is in use' });
  });
}

/** The same kind of id, of an object that does not exist. */
function unknownId(id: string): string {
  return id.replaceAll(/[0-9a-f]{12,}/g, (digits) => '0'.repeat(digits.length));
}

const isId = (text: unknown): text is string =>
  typeof text === 'string' && /^[a-z]+_[0-9a-f]{32}$/.test(text);

/** The request with each id in its body replaced by an unknown one. */
function unknownInBody(base: Request): Request[] {
  return Object.entries(Object(base.body)).flatMap(([name, value]) =>
    isId(value) || name === 'bank_account_id'
      ? [{ ...base, body: { ...Object(base.body), [name]: unknownId(String(value)) } }]
      : [],
  );
}

function mapped(record: Readonly<Record<string, string>>, change: (value: string) => string) {
  return filled(Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)])), {});
}
