import { auditLedgerAcrossMerchants } from '../../../../src/domain/money/ledger/audit/audit.ts';
import { untilDelivered } from '../../load/backlog.ts';
import { type Minute, runMix } from '../../load/mixed.ts';
import { withPayments } from '../../load/paying.ts';
import { type Figure, median, quantile, type Side } from '../../measure/figures.ts';
import type { Scenario } from '../../measure/scenario.ts';
import { output } from '../../testbed/processes.ts';
import { someMerchants } from '../../testbed/testbed.ts';

const customers = 8;
const merchants = 100;

export const mix: Scenario = {
  name: 'mix',
  about: 'creates, payments by card and wallet, refunds, lists, search and balances, mixed, for an hour',
  onlyByName: true,
  run: (shared) =>
    withPayments(shared, async (bench, { service, client, receiver }) => {
      const some = await someMerchants(bench.testbed, merchants);
      const [minutes, memory]: [Minute[], number[]] = [[], []];
      const { baseUrl, pid } = service;
      await runMix({
        baseUrl,
        hook: receiver.url,
        customers,
        merchants: some,
        minutes: bench.minutes,
        eachMinute: async (minute) => {
          minutes.push(minute);
          memory.push(Number(await output('ps', ['-o', 'rss=', '-p', String(pid)])) / 1024);
          bench.say(
            `mix: minute ${minutes.length}: ${doneIn(minute)} done, ${minute.failures.length} failed, ${Math.round(memory.at(-1) ?? 0)} MB`,
          );
          // The receiver keeps them until they are asked for.
          await receiver.arrivals();
        },
      });
      await untilDelivered(client);
      const errors = await auditLedgerAcrossMerchants(bench.testbed.databases.sandbox);
      return [
        count(
          'things that fail',
          'calls',
          minutes.flatMap(({ failures }) => failures),
        ),
        count('errors in the ledger after it', 'errors', errors),
        ...overTime(minutes, memory),
        ...kindsIn(minutes).map((kind) => latencyOf(kind, minutes)),
      ];
    }),
};

function doneIn({ took }: Minute): number {
  return [...took.values()].reduce((sum, own) => sum + own.length, 0);
}

function count(what: string, unit: Figure['unit'], seen: readonly unknown[]): Figure {
  const about = seen.length === 0 ? 'none' : JSON.stringify(seen.slice(0, 3)).slice(0, 400);
  return { id: 'mix', what: `a mix, ${what}`, values: [seen.length], goal: { atMost: 0 }, unit, about };
}

/** What a run of many minutes shows and a short one does not: growth and decay. The first minute warms up. */
function overTime(minutes: readonly Minute[], memory: readonly number[]): readonly Figure[] {
  const rates = minutes.map((minute) => doneIn(minute) / 60);
  const tenth = Math.max(1, Math.floor(minutes.length / 10));
  const [first, last] = [rates.slice(1, 1 + tenth), rates.slice(-tenth)];
  const rate: Figure = {
    id: 'mix',
    what: 'a mix, things done',
    values: rates,
    unit: '/s',
    about: `${minutes.length} minutes, ${customers} customers one thing after the other, ${merchants} merchants`,
    plot: { over: 'minutes', unit: '/s', sides: [{ of: 'done', values: rates }] },
  };
  if (minutes.length < 3) return [rate];
  const [early = Number.NaN, late = Number.NaN] = [memory[tenth], memory.at(-1)];
  return [
    rate,
    {
      id: 'mix',
      what: 'a mix, its last tenth against its first',
      values: [median(last) / median(first)],
      goal: { atLeast: 0.9 },
      unit: 'x',
      about: `${median(first).toFixed(1)}/s, then ${median(last).toFixed(1)}/s`,
    },
    {
      id: 'mix',
      what: 'a mix, memory at its end against its first tenth',
      values: [late / early],
      goal: { atMost: 1.1 },
      unit: 'x',
      about: `${early.toFixed(0)} MB, then ${late.toFixed(0)} MB`,
      plot: { over: 'minutes', unit: 'MB', sides: [{ of: 'memory of the service', values: memory }] },
    },
  ];
}

function kindsIn(minutes: readonly Minute[]): readonly string[] {
  return [...new Set(minutes.flatMap(({ took }) => [...took.keys()]))].toSorted();
}

/** A value for each minute: the highest but one of a hundred. */
function latencyOf(kind: string, minutes: readonly Minute[]): Figure {
  const own = minutes.map(({ took }) => took.get(kind) ?? []).filter((values) => values.length > 0);
  const at = (share: number): Side => ({
    of: `p${share * 100}`,
    values: own.map((values) => quantile(values, share)),
  });
  const [half, high] = [at(0.5), at(0.99)];
  return {
    id: 'mix',
    what: `a mix, p99 of ${kind}`,
    values: high.values,
    unit: 'ms',
    about: `${own.flat().length} of them, p50 ${median(half.values).toFixed(1)} ms`,
    plot: { over: 'minutes', unit: 'ms', sides: [half, high] },
  };
}
