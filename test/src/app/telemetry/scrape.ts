import { openReplica, type Replica } from '../../../../src/platform/db/replica/replica.ts';
import type { TestDatabase } from '../../../support/service/database.ts';

/** One line of the text format: a name, its labels and a value. */
type Sample = {
  readonly name: string;
  readonly labels: Record<string, string>;
  readonly value: number;
};

export type Scrape = {
  readonly ms: number;
  readonly samples: readonly Sample[];
  /** Name → its type. */
  readonly types: ReadonlyMap<string, string>;
  readonly helps: ReadonlyMap<string, string>;
  /** The sum of the samples that have these labels; undefined if there are none. */
  readonly valueOf: (name: string, labels?: Record<string, string>) => number | undefined;
};

/** Asks for metrics as Prometheus does. */
export async function scrape(port: number | undefined): Promise<Scrape> {
  const startedMs = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${answer.status}: ${text}`);
  const samples = text.split('\n').flatMap(sampleIn);
  return {
    ms: performance.now() - startedMs,
    samples,
    types: new Map(
      [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]),
    ),
    helps: new Map(
      [...text.matchAll(/^# HELP (\S+) (.+)$/gm)].map(([, name = '', help = '']) => [name, help]),
    ),
    valueOf: (name, labels = {}) => {
      const fitting = samples.filter(
        (sample) =>
          sample.name === name &&
          Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
      );
      return fitting.length === 0 ? undefined : fitting.reduce((sum, { value }) => sum + value, 0);
    },
  };
}

function sampleIn(line: string): Sample[] {
  const [, name, shown = '', value] = /^([a-z][a-z0-9_]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
  if (name === undefined) return [];
  const labels = Object.fromEntries(
    [...shown.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, of]) => [label, of]),
  );
  return [{ name, labels, value: Number(value) }];
}

const nobody = () => undefined;

/** A replica whose metrics are there as soon as it is named. It leads to the primary, so that nothing is read from it. */
export function aNamedReplica({ url, databases, secretKey }: TestDatabase): Replica {
  return openReplica({ url, databases, secretKey, connections: 25, report: nobody, changed: nobody });
}
