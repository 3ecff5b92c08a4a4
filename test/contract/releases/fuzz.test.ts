import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from '../../../scripts/fuzz/contract.ts';
import { brokenRequest, type Request, validRequest } from '../../../scripts/fuzz/requests.ts';
import { operationsOf } from '../../../scripts/generate/bundle.ts';
import type { CreatedMerchant } from '../../../src/domain/merchants/accounts/create-merchant.ts';
import { answerErrors } from '../../../src/platform/contract/contract.ts';
import { versionChain } from '../../../src/versions/chain.ts';
import { aCardCheckout } from '../../support/builders/build.ts';
import { type App, startApp } from '../../support/service/app.ts';
import { getAvailable } from './changes.ts';
import { dereferenced, documentsAt } from './documents.ts';
import { madeUpReleases } from './releases.ts';
import { aPinnedKey } from './services.ts';

/**
 * The contracts of made-up versions against the service after all their releases, as an app pinned to each: the operations that a release
 * changed or removed. `npm run fuzz -- --version DATE` does this with every operation of a version that was released.
 */
const changed = [
  'createCheckout',
  'getCheckoutStatus',
  'listTransactions',
  'createPaymentLink',
  'getAvailable',
];
const options = { seed: 20_260_101, numRuns: 15 };

let app: App;
let merchant: CreatedMerchant;
let releases: Awaited<ReturnType<typeof madeUpReleases>>;
let checkoutId: string;
beforeAll(async () => {
  releases = await madeUpReleases();
  app = await startApp({
    role: 'api',
    releases: { versions: versionChain(releases), removed: { getAvailable } },
  });
  merchant = await app.aMerchant();
  const key = await aPinnedKey(app, merchant, '2099-01-01');
  const opened = await fetch(`${app.baseUrl}/v1/checkout/create`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(aCardCheckout()),
  });
  const { data } = (await opened.json()) as { readonly data: { readonly checkout_id: string } };
  checkoutId = data.checkout_id;
});
afterAll(() => app.stop());

/** The operations as the fuzzer reads them from a frozen document. */
function operationsAt(date: '2026-01-01' | '2098-01-01'): readonly Operation[] {
  const { openapi } = documentsAt(date);
  return operationsOf(openapi)
    .filter(({ operation }) => changed.includes(operation.operationId))
    .map(({ path, method, operation }) => {
      const { operationId: id, parameters = [], requestBody } = dereferenced(openapi, operation);
      const body = requestBody?.content['application/json']?.schema;
      return { id, method: method.toUpperCase(), path, parameters, body } as unknown as Operation;
    });
}

async function send(key: string, { method, path: template }: Operation, request: Request) {
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(request.path[name] ?? ''),
  );
  const body = request.body === undefined ? undefined : JSON.stringify(request.body);
  const { 'Service-Version': _pinned, ...headers } = request.header;
  const response = await fetch(`${app.baseUrl}${path}?${new URLSearchParams(request.query).toString()}`, {
    method,
    headers: {
      ...headers,
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  });
  const version = response.headers.get('service-version');
  return { status: response.status, version, answer: await response.json() };
}

describe.each(['2026-01-01', '2098-01-01'] as const)('the contract of %s', (date) => {
  it.each(changed)('is what an app pinned to it gets: %s', async (id) => {
    const key = await aPinnedKey(app, merchant, date);
    const operation = operationsAt(date).find((one) => one.id === id);
    const contract = releases.find((one) => one.date === date)?.contract;
    if (!operation || !contract) throw new Error(`${date} has no ${id}`);
    const ids = { getCheckoutStatus: [checkoutId] };
    const seen = new Set<number>();
    const judged = (fits: (status: number) => boolean) => async (request: Request) => {
      const { status, version, answer } = await send(key, operation, request);
      seen.add(status);
      expect({
        fits: fits(status),
        status,
        version,
        errors: answerErrors(contract, id, status, answer),
      }).toEqual({
        fits: true,
        status,
        version: date,
        errors: null,
      });
    };

    const valid = validRequest(operation, ids);
    const broken = brokenRequest({ ...operation, parameters: withoutVersion(operation) }, ids);
    await fc.assert(
      fc.asyncProperty(
        valid,
        judged((status) => status !== 400 && status < 500),
      ),
      options,
    );
    if (broken)
      await fc.assert(
        fc.asyncProperty(
          broken,
          judged((status) => status === 400),
        ),
        options,
      );

    expect([...seen].some((status) => status < 300)).toBe(true);
  });
});

/** Another test sends the header. */
function withoutVersion({ parameters }: Operation): Operation['parameters'] {
  return parameters.filter(({ name }) => name !== 'Service-Version');
}
