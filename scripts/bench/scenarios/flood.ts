import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CreatedMerchant } from '../../../src/domain/merchants/accounts/create-merchant.ts';
import { auditLedgerAcrossMerchants } from '../../../src/domain/money/ledger/audit/audit.ts';
import { newId } from '../../../src/platform/ids.ts';
import { payByCard } from '../../../test/support/service/page.ts';
import { call, createCheckout, get, type Opened, statusPath } from '../load/calls.ts';
import { type LoadRequest, type LoadResult, runLoad, unique } from '../load/load.ts';
import { type Figure, quantile } from '../measure/figures.ts';
import { type Bench, type Scenario, withService } from '../measure/scenario.ts';
import { openTestbed } from '../testbed/testbed.ts';

const refundsInFlight = 240;
const turnsInFlight = 40;
/** How many customers of the other merchant call at the same time. */
const others = 2;

export const flood: Scenario = {
  name: 'flood',
  about:
    'one merchant keeps 240 refunds and 40 turns of the test clock in flight; what another merchant sees, against a quiet service',
  run: async (shared) => {
    const testbed = await openTestbed({ profile: shared.profile });
    try {
      const bench = { ...shared, testbed };
      const figures = await withService(bench, ({ baseUrl }) => measure(bench, baseUrl));
      const errors = await auditLedgerAcrossMerchants(testbed.databases.sandbox);
      return [
        ...figures,
        count(
          'complaints of workers in the log',
          'lines',
          complaintsIn(join(testbed.dataDir, 'service.log')),
        ),
        count('errors in the ledger', 'errors', errors),
      ];
    } finally {
      await testbed.stop();
    }
  },
};

type Calls = { readonly latencies: readonly number[]; readonly refused: readonly string[] };

async function measure(bench: Bench, baseUrl: string): Promise<readonly Figure[]> {
  const { testbed, seconds, say } = bench;
  const [flooding, quiet] = [await testbed.aMerchant(), await testbed.aMerchant()];
  const refunds = await refundsOf(baseUrl, flooding);
  await callFor(baseUrl, quiet, 1);
  const before = await callFor(baseUrl, quiet, seconds);
  const floods = Promise.all([
    runLoad({ url: baseUrl, connections: refundsInFlight, seconds: seconds + 2, requests: refunds }),
    runLoad({ url: baseUrl, connections: turnsInFlight, seconds: seconds + 2, requests: [turn(flooding)] }),
  ]);
  // The load generators take a moment to start.
  await new Promise((done) => setTimeout(done, 1500));
  const during = await callFor(baseUrl, quiet, seconds);
  const [refunded, turned] = await floods;
  for (const [what, result] of [
    ['refunds', refunded],
    ['clock', turned],
  ] as const)
    say(`flood: ${what}: ${shown(result)}`);
  const about = `${before.latencies.length} calls, p99 ${p99Of(before).toFixed(0)} ms in quiet; ${during.latencies.length} calls during the flood`;
  return [
    count('calls of another merchant that fail', 'calls', [...before.refused, ...during.refused]),
    {
      id: 'flood',
      what: 'p99 of another merchant',
      values: [p99Of(during)],
      goal: { atMost: Math.max(300, 5 * p99Of(before)) },
      unit: 'ms',
      about,
    },
  ];
}

function p99Of({ latencies }: Calls): number {
  return quantile(latencies, 0.99);
}

function count(what: string, unit: Figure['unit'], seen: readonly unknown[]): Figure {
  const about = seen.length === 0 ? 'none' : JSON.stringify(seen.slice(0, 3)).slice(0, 400);
  return { id: 'flood', what, values: [seen.length], goal: { atMost: 0 }, unit, about };
}

/** Refunds of a cent, of payments that are large enough. */
async function refundsOf(baseUrl: string, merchant: CreatedMerchant): Promise<readonly LoadRequest[]> {
  const requests: LoadRequest[] = [];
  for (let made = 0; made < 4; made += 1) {
    const { checkout_id: id, payment_url: page } = await call<Opened>(
      baseUrl,
      withAmount(createCheckout(merchant), '100000.00'),
      newId(),
    );
    await payByCard(page, '4242424242424242');
    const { transaction_id: paid } = await call<{ transaction_id: string }>(
      baseUrl,
      get(merchant, statusPath(id)),
    );
    requests.push(posted(merchant, `/v1/transactions/${paid}/refund`, { amount: '0.01', reason: unique }));
  }
  return requests;
}

function withAmount(request: LoadRequest, amount: string): LoadRequest {
  return { ...request, body: JSON.stringify({ ...JSON.parse(request.body ?? '{}'), amount }) };
}

function turn(merchant: CreatedMerchant): LoadRequest {
  return posted(merchant, '/v1/test/clock', { advance_seconds: 1 });
}

function posted({ secretKey }: CreatedMerchant, path: string, body: object): LoadRequest {
  return {
    method: 'POST',
    path,
    headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

/** Creates checkouts, reads them and lists transactions, one call after the other. */
async function callFor(baseUrl: string, merchant: CreatedMerchant, seconds: number): Promise<Calls> {
  const [latencies, refused]: [number[], string[]] = [[], []];
  const endMs = performance.now() + seconds * 1000;
  const timed = async <T>(request: LoadRequest): Promise<T | undefined> => {
    const startedAt = performance.now();
    try {
      return await call<T>(baseUrl, request, newId());
    } catch (error) {
      refused.push(String(error));
      return undefined;
    } finally {
      latencies.push(performance.now() - startedAt);
    }
  };
  const customer = async () => {
    while (performance.now() < endMs) {
      const opened = await timed<Opened>(once(createCheckout(merchant)));
      if (opened) await timed(get(merchant, statusPath(opened.checkout_id)));
      await timed(get(merchant, '/v1/transactions?status=completed'));
    }
  };
  await Promise.all(Array.from({ length: others }, customer));
  return { latencies, refused };
}

/** With an idempotency key, so that the call has a transaction of its own. */
function once(request: LoadRequest): LoadRequest {
  return { ...request, headers: { ...request.headers, 'idempotency-key': newId() } };
}

const complaint =
  /could not be claimed|could not be swept|could not be recorded|queue is unavailable|taken over|will run again|failed for good/;

function complaintsIn(log: string): readonly string[] {
  return readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => complaint.test(line));
}

function shown({ perSecond, statuses }: LoadResult): string {
  return `${perSecond.toFixed(0)}/s done; ${JSON.stringify(statuses)}`;
}
