import type { CreatedMerchant } from '../../../src/domain/merchants/accounts/create-merchant.ts';
import { type BareStatement, marker, startBareReads } from '../baselines/bare-reads.ts';
import { type RoundTrip, startRecorder } from '../baselines/recorder.ts';
import { call, createCheckout, get, type Opened, statusPath } from '../load/calls.ts';
import { type LoadRequest, rateOf } from '../load/load.ts';
import { type Figure, ratioFigure } from '../measure/figures.ts';
import { type Bench, interleaved, type Scenario, withService } from '../measure/scenario.ts';
import type { Testbed } from '../testbed/testbed.ts';
import { fillTransactions, someTransactions } from '../testbed/transactions.ts';

const connections = 32;
const manyRows = 1_000_000;
const page = 25;
const unlike = 'The baseline looks up no key, checks nothing and shows the rows as they are stored.';

/** A read by the service, compared with the statement of the same call alone. */
type Reading = {
  readonly id: string;
  readonly what: string;
  readonly atLeast: number;
  /** The ids to read, as the API shows them. Empty for a list. */
  readonly ids: readonly string[];
  readonly pathOf: (id: string) => string;
};

export const reads: Scenario = {
  name: 'P3',
  about: 'read a checkout and a transaction; baseline: node:http and the raw driver',
  run: async (bench) => {
    const merchant = await bench.testbed.aMerchant();
    await fillTransactions(bench.testbed, merchant, 10_000);
    const ids = await someTransactions(bench.testbed, merchant, 100);
    const checkouts = await withService(bench, ({ baseUrl }) => openSome(baseUrl, merchant));
    const status: Reading = {
      id: 'P3',
      what: 'checkout status',
      atLeast: 0.9,
      ids: checkouts,
      pathOf: statusPath,
    };
    const one: Reading = {
      id: 'P3',
      what: 'get transaction',
      atLeast: 0.9,
      ids,
      pathOf: (id) => `/v1/transactions/${id}`,
    };
    return [await measure(bench, merchant, status), await measure(bench, merchant, one)];
  },
};

export const list: Scenario = {
  name: 'P4',
  about: 'list transactions of a merchant with a million of them; same baseline as P3. It runs last',
  run: async (bench) => {
    const merchant = await bench.testbed.aMerchant();
    bench.say(`P4: inserting ${manyRows} transactions`);
    await fillTransactions(bench.testbed, merchant, manyRows);
    const what = `list of ${page} transactions over 10^6`;
    const pathOf = () => `/v1/transactions?limit=${page}`;
    return [await measure(bench, merchant, { id: 'P4', what, atLeast: 0.9, ids: [], pathOf })];
  },
};

async function measure(bench: Bench, merchant: CreatedMerchant, reading: Reading): Promise<Figure> {
  const { testbed, seconds } = bench;
  const { id, what, atLeast, ids, pathOf } = reading;
  const baseline = await startBareReads(testbed, await statementOf(testbed, merchant, reading));
  try {
    return await withService(bench, async ({ baseUrl }) => {
      const asked = ids.length === 0 ? [''] : ids;
      const requests = asked.map((one) => get(merchant, pathOf(one)));
      const bare = asked.map(
        (one): LoadRequest => ({ method: 'GET', path: `/read/${uuidOf(one)}`, headers: {} }),
      );
      const sides = await interleaved(bench, `${id} ${what}`, [
        ['service', () => rateOf({ url: baseUrl, connections, seconds, requests })],
        [
          'node:http and raw pg',
          () => rateOf({ url: baseline.baseUrl, connections, seconds, requests: bare }),
        ],
      ]);
      const about = `${connections} connections`;
      return ratioFigure({ id, what, goal: { atLeast }, about, unlike }, sides);
    });
  } finally {
    await baseline.stop();
  }
}

/** The only statement that the service sends for this read. */
async function statementOf(
  testbed: Testbed,
  merchant: CreatedMerchant,
  { ids, pathOf }: Reading,
): Promise<BareStatement> {
  const [id = ''] = ids;
  const trips = await recordRead(testbed, get(merchant, pathOf(id)));
  const [statement] = trips.flat();
  if (statement === undefined || trips.flat().length !== 1) throw new Error('a read is one statement');
  const values = statement.values.map((value) => (value === uuidOf(id) ? marker : String(value)));
  return { text: statement.text, values };
}

async function recordRead(testbed: Testbed, request: LoadRequest): Promise<readonly RoundTrip[]> {
  const recorder = await startRecorder(testbed);
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

/** The id in the database, from the id that the API shows. */
function uuidOf(shown: string): string {
  const digits = shown.slice(shown.indexOf('_') + 1);
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
