import { call, get } from '../../load/calls.ts';
import { type Figure, median, quantile } from '../../measure/figures.ts';
import { type Scenario, withService } from '../../measure/scenario.ts';
import { fillManyRows } from '../../testbed/many-rows.ts';

/** Unless the run says another number. */
const many = 1_000_000;
const rounds = 20;

/** What a merchant types, by kind. Each kind has its own figure. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  'rare hits': ['order-512345', 'order-77', '999983', '0770007919', '+263 77 000 7919', '79190@example'],
  'frequent hits': ['order', 'example.test', '+26377', 'o', '77'],
  'hits in the oldest rows': ['order-12', 'order-99999', 'order-1000', 'order-1', 'der-3'],
  misses: [
    'order-99999999',
    'nobody@example.test',
    '0771111111999',
    'xqzt',
    'txn_0190f0a0b0c070008000aaaaaaaaaaaa',
  ],
  'terms without a trigram that are missing': ['zq', '%', '_', '\\'],
};

export const search: Scenario = {
  name: 'search',
  about: 'search by text with hits and misses among a million transactions, one call after the other',
  run: async (bench) => {
    const merchant = await bench.testbed.aMerchant();
    const { rows = many } = bench;
    bench.say(`search: inserting ${rows} transactions`);
    await fillManyRows(bench.testbed, merchant, rows);
    return withService(bench, async ({ baseUrl }) => {
      const timed = async (term: string) => {
        const startedAt = performance.now();
        await call(baseUrl, get(merchant, `/v1/transactions?search=${encodeURIComponent(term)}`));
        return performance.now() - startedAt;
      };
      const figures: Figure[] = [];
      for (const [kind, terms] of Object.entries(kinds)) {
        const cold: number[] = [];
        for (const term of terms) cold.push(await timed(term));
        const took: number[] = [];
        for (const term of terms) {
          const own: number[] = [];
          for (let round = 0; round < rounds; round += 1) own.push(await timed(term));
          bench.say(
            `search: ${term}: median ${median(own).toFixed(1)} ms, at most ${Math.max(...own).toFixed(1)} ms`,
          );
          took.push(...own);
        }
        const about = `${took.length} calls of ${terms.length} terms, median ${median(took).toFixed(1)} ms; the first calls at most ${Math.max(...cold).toFixed(1)} ms`;
        figures.push({
          id: 'search',
          what: `p99 of ${kind}${rows === many ? '' : ` among ${rows}`}`,
          values: [quantile(took, 0.99)],
          goal: { atMost: 50 },
          unit: 'ms',
          about,
        });
      }
      return figures;
    });
  },
};
