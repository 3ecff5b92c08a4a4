import { Gauge, Registry } from 'prom-client';
import { counted } from './counters.ts';

/** What is read when it is asked for. `from`: of this process, or of the database, which workers ask. */
const gauges = {
  build_info: {
    labels: ['version', 'node'],
    help: 'Always 1; the labels say which release runs on which Node.',
  },
  clock_ahead_seconds: { labels: [], help: 'How far the clock of this machine is ahead of PostgreSQL’s.' },
  database_up: {
    labels: [],
    help: '1 if the database answered the last questions for these metrics, less than 30 seconds ago.',
  },
  db_pool_total: { labels: ['instance'], help: 'Open connections to the database.' },
  db_pool_idle: { labels: ['instance'], help: 'Connections that nobody uses.' },
  db_pool_waiting: {
    labels: ['instance'],
    help: 'Calls and jobs that wait for a connection because all are in use; not those that wait for the share of their merchant.',
  },
  db_replica_standing: {
    labels: ['instance', 'standing'],
    help: '1 for what the replica is: used for lists, behind or away. Without DATABASE_REPLICA_URL it is left out.',
  },
  db_transaction_oldest_seconds: {
    labels: ['instance'],
    help: 'Age of the oldest open transaction of this role.',
  },
  gateway_breaker_open: {
    labels: ['gateway', 'mode'],
    help: '1 if the gateway counts as down: nothing new is sent to it.',
  },
  gateway_files_failing_seconds: {
    labels: ['gateway', 'mode'],
    help: 'Since when files of a bank cannot be made, handed over or taken, whichever lasts longest; 0 if all can.',
  },
  jobs_due: { labels: ['mode'], help: 'Jobs whose time has come, up to 10,000.' },
  jobs_oldest_due_seconds: {
    labels: ['mode'],
    help: 'Since when the oldest of them is due; 0 if there is none.',
  },
  jobs_failed: {
    labels: ['mode'],
    help: 'Jobs that have used up their attempts; mode="platform": daily jobs, also one that has run for more than a day.',
  },
  jobs_oldest_put_off_seconds: {
    labels: ['mode'],
    help: 'How long ago the oldest job that was put off, and has not failed for good, was first due; 0 if there is none.',
  },
  ledger_audit_rows: { labels: [], help: 'Faults of the ledger, of the last audit that ended or found any.' },
  mail_stalled_seconds: {
    labels: [],
    help: 'Since when mails wait and none was sent; 0 if none waits. In development without SMTP_URL it is left out.',
  },
  money_undecided: {
    labels: ['mode', 'what'],
    help: 'Payments, holds, refunds and payouts that a gateway has left undecided for so long that a person must look.',
  },
  rate_limit_degraded: {
    labels: [],
    help: '1 while this process limits alone what several processes should limit together.',
  },
  reconciliation_cases_open: {
    labels: ['mode'],
    help: 'Differences with statements of providers that nobody has resolved.',
  },
  webhook_deliveries_due: {
    labels: ['mode'],
    help: 'Deliveries whose time has come, up to 10,000; not those of paused apps and of receivers that fail.',
  },
  webhook_oldest_due_seconds: {
    labels: ['mode'],
    help: 'Since when the oldest of them is due; 0 if there is none.',
  },
  webhook_receivers_failing: { labels: ['mode'], help: 'Receivers whose last attempt failed.' },
} as const satisfies Readonly<Record<string, { readonly labels: readonly string[]; readonly help: string }>>;

type GaugeName = keyof typeof gauges;

export type Reading = {
  readonly name: GaugeName;
  readonly value: number;
  readonly labels?: Readonly<Record<string, string>>;
};

export const contentType = counted.contentType;

/** All metrics in the text format of Prometheus. A gauge without a reading is left out: nobody takes an old value for a new one. */
export async function expose(readings: readonly Reading[]): Promise<string> {
  const read = registryOf(readings);
  return `${await counted.metrics()}\n${await read.metrics()}`;
}

function registryOf(readings: readonly Reading[]): Registry {
  const registry = new Registry();
  const made = new Map<GaugeName, Gauge>();
  for (const { name, value, labels = {} } of readings) {
    const { help, labels: labelNames } = gauges[name];
    const gauge = made.get(name) ?? new Gauge({ name, help, labelNames, registers: [registry] });
    made.set(name, gauge);
    gauge.set(labels, value);
  }
  return registry;
}
