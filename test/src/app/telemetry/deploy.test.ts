import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { dailyKinds } from '../../../../src/app/job-handlers.ts';
import { startAdmin } from '../../../../src/app/telemetry/admin.ts';
import { meanings } from '../../../../src/cli/backup/metrics.ts';
import { cloneDatabase, type TestDatabase } from '../../../support/service/database.ts';
import { aNamedReplica, scrape } from './scrape.ts';

const root = resolve(import.meta.dirname, '../../../..');
const prometheus = join(root, 'deploy/prometheus');
const runbooks = readFileSync(join(root, 'docs/operate/runbooks.md'), 'utf8');

type Alert = {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
};
type Dashboard = {
  readonly uid: string;
  readonly panels: readonly {
    readonly title: string;
    readonly targets: readonly { readonly expr: string }[];
  }[];
};

const { groups } = parse(readFileSync(join(prometheus, 'alerts.yaml'), 'utf8')) as {
  groups: readonly { rules: readonly Alert[] }[];
};
const alerts = groups.flatMap(({ rules }) => rules);
const dashboards = globSync('deploy/grafana/*.json', { cwd: root }).map(
  (file) => JSON.parse(readFileSync(join(root, file), 'utf8')) as Dashboard,
);
const expressions = [
  ...alerts.map(({ alert, expr }) => ({ where: alert, expr })),
  ...dashboards.flatMap(({ panels }) =>
    panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ where: title, expr }))),
  ),
];

/** Metrics of Prometheus itself, of its blackbox exporter, and those that `mps backup` writes for its node exporter. */
const ofOthers = ['up', 'probe_ssl_earliest_cert_expiry', ...Object.keys(meanings)];

/** Sections of the runbooks about work that no alert asks for. */
const planned = [
  'Upgrade and roll back',
  'A new PostgreSQL',
  'A new SECRET_KEY',
  'A new certificate',
  'A full disk',
];

/** The metrics that an expression reads: what is left without its texts, labels, functions and numbers. */
function metricsIn(expr: string): string[] {
  const bare = expr
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replaceAll(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, ' ')
    .replaceAll(/\b\w+\s*(?=\()/g, ' ');
  return [...bare.matchAll(/[a-z_][a-z0-9_]*/gi)]
    .map(([name]) => name)
    .filter((name) => !['or', 'and', 'unless'].includes(name));
}

let database: TestDatabase;
let known: ReadonlySet<string>;
beforeAll(async () => {
  database = await cloneDatabase();
  await database.asOwner(
    `INSERT INTO platform.jobs (kind, key, state, findings) VALUES ('ledger.audit', '2020-01-01', 'done', 0)`,
  );
  const replica = aNamedReplica(database);
  const admin = await startAdmin({
    port: 0,
    hosts: ['127.0.0.1'],
    databases: database.databases,
    states: [{ gateway: 'acquirer', mode: 'live', isDown: () => false, failingSinceMs: () => undefined }],
    version: '1.2.3',
    asksDatabase: true,
    dailyKinds,
  });
  const { types } = await scrape(admin.port);
  await admin.stop();
  await replica.close();
  known = new Set(
    [...types].flatMap(([name, type]) =>
      type === 'histogram' ? [`${name}_count`, `${name}_sum`, `${name}_bucket`] : [name],
    ),
  );
});
afterAll(() => database.close());

describe('alerts and dashboards', () => {
  it('read metrics that the service has', () => {
    expect(expressions.length).toBeGreaterThan(30);
    const unknown = expressions.flatMap(({ where, expr }) =>
      metricsIn(expr)
        .filter((name) => !known.has(name) && !ofOthers.includes(name))
        .map((name) => `${where}: ${name}`),
    );
    expect(unknown).toEqual([]);
    expect(expressions.filter(({ expr }) => metricsIn(expr).length === 0)).toEqual([]);
  });

  it('show every metric of the service on a dashboard', () => {
    const shown = new Set(
      dashboards.flatMap(({ panels }) =>
        panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsIn(expr))),
      ),
    );
    const hidden = [...known].filter(
      (name) => !/^(process|nodejs)_/.test(name) && !/_(sum|bucket)$/.test(name) && !shown.has(name),
    );
    // The quantiles of the dashboard are read from the buckets.
    expect(hidden).toEqual(['webhook_first_attempt_lag_seconds_count']);
    expect(shown).toContain('webhook_first_attempt_lag_seconds_bucket');
  });
});

describe('each alert', () => {
  it('has its section in the runbooks, which says what it means, what to look at and what to do', () => {
    const sections = new Map(
      runbooks
        .split(/^## /m)
        .slice(1)
        .map((section) => [section.split('\n', 1)[0] ?? '', section]),
    );
    expect([...sections.keys()].toSorted()).toEqual(
      [...planned, ...alerts.map(({ alert }) => alert)].toSorted(),
    );
    for (const { alert, annotations } of alerts) {
      expect(annotations.runbook_url).toBe(`docs/operate/runbooks.md#${alert.toLowerCase()}`);
      for (const part of ['**It means:**', '**Look at**', '**Do:**'])
        expect([alert, sections.get(alert)]).toEqual([alert, expect.stringContaining(part)]);
    }
  });
});

const promtool = spawnSync('promtool', ['--version']).error === undefined;
const testFiles = globSync('*.test.yaml', { cwd: prometheus });
const missing = promtool ? '' : ' (skipped: promtool is missing)';

describe('promtool', () => {
  it.skipIf(!promtool)(
    `accepts the file of the containers and the rules, and each fires when it should${missing}`,
    () => {
      for (const args of [
        ['check', 'config', 'prometheus.yaml'],
        ['check', 'rules', 'alerts.yaml'],
        ['test', 'rules', ...testFiles],
      ]) {
        const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: prometheus, encoding: 'utf8' });
        expect([status, status === 0 ? '' : `${stdout}${stderr}`]).toEqual([0, '']);
      }
      const tested = testFiles.map((file) => readFileSync(join(prometheus, file), 'utf8')).join('');
      expect(
        alerts.filter(({ alert }) => !tested.includes(`alertname: ${alert}\n`)).map(({ alert }) => alert),
      ).toEqual([]);
    },
  );
});
