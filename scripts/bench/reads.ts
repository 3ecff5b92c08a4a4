import { join } from 'node:path';
import type { CreatedMerchant } from '../../src/domain/merchants/accounts/create-merchant.ts';
import { type Bench, interleaved, type Scenario, withService } from './bench.ts';
import { call, createCheckout, get, type Opened, rateOf, statusPath } from './calls.ts';
import { serve } from './children.ts';
import { type Figure, ratios, sides } from './figures.ts';
import type { LoadRequest } from './load.ts';
import { freePort, type Place } from './place.ts';
import { marker, type ReadingLimit } from './reading-limit.ts';
import { type RoundTrip, startRecorder } from './statements.ts';
import { fillTransactions, someTransactions } from './transactions.ts';

const connections = 32;
const most = 1_000_000;
const page = 25;

/** One thing that is read, by the service and by the bare statement of the same call. */
type Reading = {
  readonly id: string;
  readonly what: string;
  readonly atLeast: number;
  /** As they are asked for at the service: prefix and 32 digits; none: a list. */
  readonly ids: readonly string[];
  readonly pathOf: (id: string) => string;
};

export const reads: Scenario = {
  name: 'P3',
  run: async (bench) => {
    const merchant = await bench.place.aMerchant();
    await fillTransactions(bench.place, merchant, 10_000);
    const ids = await someTransactions(bench.place, merchant, 100);
    const checkouts = await withService(bench, ({ baseUrl }) => openSome(baseUrl, merchant));
    const status: Reading = {
      id: 'P3',
      what: 'checkout status',
      atLeast: 0.5,
      ids: checkouts,
      pathOf: statusPath,
    };
    const one: Reading = {
      id: 'P3',
      what: 'get transaction',
      atLeast: 0.5,
      ids,
      pathOf: (id) => `/v1/transactions/${id}`,
    };
    return [await measure(bench, merchant, status), await measure(bench, merchant, one)];
  },
};

export const list: Scenario = {
  name: 'P4',
  run: async (bench) => {
    const merchant = await bench.place.aMerchant();
    bench.say(`P4: making ${most} transactions`);
    await fillTransactions(bench.place, merchant, most);
    const what = `list of ${page} transactions over 10^6`;
    const pathOf = () => `/v1/transactions?limit=${page}`;
    return [await measure(bench, merchant, { id: 'P4', what, atLeast: 0.6, ids: [], pathOf })];
  },
};

async function measure(bench: Bench, merchant: CreatedMerchant, reading: Reading): Promise<Figure> {
  const { place, seconds } = bench;
  const { id, what, atLeast, ids, pathOf } = reading;
  const limit = await startLimit(place, merchant, reading);
  try {
    return await withService(bench, async ({ baseUrl }) => {
      const asked = ids.length === 0 ? [''] : ids;
      const requests = asked.map((one) => get(merchant, pathOf(one)));
      const bare = asked.map(
        (one): LoadRequest => ({ method: 'GET', path: `/limit/${uuidOf(one)}`, headers: {} }),
      );
      const rates = await interleaved(bench, `${id} ${what}`, [
        () => rateOf({ url: baseUrl, connections, seconds, requests }),
        () => rateOf({ url: limit.url, connections, seconds, requests: bare }),
      ]);
      const about = `${sides(['service', 'node:http and raw pg'], rates)}; ${connections} connections`;
      return { id, what, values: ratios(...rates), goal: { atLeast }, unit: 'x', about };
    });
  } finally {
    await limit.stop();
  }
}

async function startLimit(place: Place, merchant: CreatedMerchant, { ids, pathOf }: Reading) {
  const [id = ''] = ids;
  const trips = await recordRead(place, get(merchant, pathOf(id)));
  const [statement] = trips.flat();
  if (statement === undefined || trips.flat().length !== 1) throw new Error('a read is one statement');
  const values = statement.values.map((value) => (value === uuidOf(id) ? marker : String(value)));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const about: ReadingLimit = {
    url: place.sandboxUrl,
    port,
    statements: { limit: { text: statement.text, values } },
  };
  const child = await serve({
    words: [join(import.meta.dirname, 'reading-limit.ts'), JSON.stringify(about)],
    log: join(place.dataDir, 'limit.log'),
    ready: `${url}/ready`,
  });
  return { url, stop: child.stop };
}

async function recordRead(place: Place, request: LoadRequest): Promise<readonly RoundTrip[]> {
  const recorder = await startRecorder(place);
  try {
    return (await recorder.record(() => call(recorder.baseUrl, request))).trips;
  } finally {
    await recorder.stop();
  }
}

async function openSome(baseUrl: string, merchant: CreatedMerchant): Promise<readonly string[]> {
  const opened: string[] = [];
  for (let count = 0; count < 100; count += 1) {
    const checkout = await call<Opened>(baseUrl, createCheckout(merchant), `read-${count}`);
    opened.push(checkout.checkout_id);
  }
  return opened;
}

/** What stands in the database for a shown id. */
function uuidOf(shown: string): string {
  const digits = shown.slice(shown.indexOf('_') + 1);
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
