import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import manifest from '../../../../package.json' with { type: 'json' };
import { readConfig } from '../../../../src/app/config.ts';
import type { Setting } from '../../../../src/app/environment/reader.ts';
import { settings } from '../../../../src/app/settings.ts';
import { chartValues as cases, kubernetes, least } from '../../../support/containers/chart-values.ts';

const root = resolve(import.meta.dirname, '../../../..');
const chart = join(root, 'deploy/helm');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const catalogue: readonly Setting[] = settings;

const helm = spawnSync('helm', ['version']).error === undefined;
const missing = helm ? '' : ' (skipped: helm is missing)';

type Variable = { readonly name: string; readonly value?: string; readonly valueFrom?: unknown };
type Probe = { readonly httpGet: { readonly path: string }; readonly initialDelaySeconds?: number };
type Container = {
  readonly name: string;
  readonly image: string;
  readonly env: readonly Variable[];
  readonly envFrom?: readonly { readonly configMapRef?: { readonly name: string } }[];
  readonly securityContext: unknown;
  readonly resources: { readonly requests: object; readonly limits: object };
  readonly volumeMounts: readonly {
    readonly name: string;
    readonly mountPath: string;
    readonly readOnly?: boolean;
  }[];
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
};
type Pod = {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> };
  readonly spec: {
    readonly securityContext: Readonly<Record<string, unknown>>;
    readonly automountServiceAccountToken: boolean;
    readonly enableServiceLinks: boolean;
    readonly terminationGracePeriodSeconds: number;
    readonly topologySpreadConstraints: readonly { readonly topologyKey: string }[];
    readonly containers: readonly [Container];
  };
};
type Kept = {
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly data: Readonly<Record<string, string>>;
  readonly spec: {
    readonly replicas?: number;
    readonly minReplicas: number;
    readonly maxReplicas: number;
    readonly maxUnavailable: number;
    readonly scaleTargetRef: { readonly name: string };
    readonly selector: { readonly matchLabels: Readonly<Record<string, string>> };
    readonly strategy: {
      readonly rollingUpdate: { readonly maxSurge: number; readonly maxUnavailable: number };
    };
    readonly template: Pod;
  };
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'chart-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const template = (values: object) => {
  const file = join(folder, 'values.yaml');
  // JSON is YAML.
  writeFileSync(file, JSON.stringify(values));
  return spawnSync(
    'helm',
    ['template', 'shop', chart, '--kube-version', kubernetes.oldest, '--values', file],
    {
      encoding: 'utf8',
    },
  );
};

const rendered = (values: object) => {
  const { status, stdout, stderr } = template(values);
  expect([status, stderr]).toEqual([0, '']);
  const kept = parseAllDocuments(stdout).flatMap((document): Kept[] =>
    document.contents === null ? [] : [document.toJS() as Kept],
  );
  const of = (kind: string) => kept.filter((one) => one.kind === kind);
  return { kept, of, stdout };
};

const sumOf = (values: object) => /checksum\/settings: (\w{64})/.exec(rendered(values).stdout)?.[1];

/** What a container finds in its environment, with a made-up value for what comes from a Secret. */
const environmentOf = ({ env, envFrom = [] }: Container, configMaps: readonly Kept[]) =>
  ({
    ...Object.assign(
      {},
      ...envFrom.map(
        ({ configMapRef }) => configMaps.find(({ metadata }) => metadata.name === configMapRef?.name)?.data,
      ),
    ),
    ...Object.fromEntries(env.map(({ name, value }) => [name, value ?? secret(name)])),
  }) as Readonly<Record<string, string>>;

const secret = (name: string): string =>
  ({
    DATABASE_URL: 'postgres://owner:password@db:5432/payments',
    REDIS_URL: 'redis://valkey:6379/0',
    SMTP_URL: 'smtps://user:password@mail.example.com',
  })[name] ?? 'x'.repeat(43);

describe('the chart', () => {
  it('is of the release that package.json names', () => {
    expect((parse(read('deploy/helm/Chart.yaml')) as { appVersion: string }).appVersion).toBe(
      manifest.version,
    );
  });

  it('has usual values that its schema takes, and takes settings that the service has, but no secrets', () => {
    const schema = JSON.parse(read('deploy/helm/values.schema.json')) as {
      properties: { settings: { propertyNames: { enum: readonly string[] } } };
    };
    const isValid = new Ajv().compile(schema);
    const values = parse(read('deploy/helm/values.yaml')) as object;

    expect([isValid({ ...values, ...least }), isValid.errors]).toEqual([true, null]);
    // Nobody else knows the public address.
    expect(isValid(values)).toBe(false);
    for (const wrong of [
      { secretKey: 'x' },
      { settings: { SECRET_KEY: 'x' } },
      { settings: { DATABASE_URL: 'x' } },
    ])
      expect([wrong, isValid({ ...values, ...least, ...wrong })]).toEqual([wrong, false]);
    const known = catalogue.filter((one) => one.secret === undefined).map(({ name }) => name);
    expect(schema.properties.settings.propertyNames.enum.filter((name) => !known.includes(name))).toEqual([]);
  });
});

describe.skipIf(!helm)(`the chart as Helm renders it${missing}`, () => {
  it('passes helm lint', () => {
    const values = join(folder, 'lint.yaml');
    writeFileSync(values, JSON.stringify(least));
    const { status, stdout } = spawnSync(
      'helm',
      ['lint', '--strict', chart, '--kube-version', kubernetes.oldest, '--values', values],
      {
        encoding: 'utf8',
      },
    );
    expect([status, stdout]).toEqual([0, expect.stringContaining('0 chart(s) failed')]);
  });

  describe.each(Object.entries(cases))('with %s', (_name, values) => {
    it('starts each process with settings that the service accepts in production', async () => {
      const { of } = rendered(values);
      const pods = [...of('Deployment'), ...of('Job')].map(({ spec }) => spec.template.spec.containers[0]);

      for (const container of pods) {
        const { GATEWAYS: gateways, ...env } = environmentOf(container, of('ConfigMap'));
        expect(Object.keys(env).filter((name) => !catalogue.some((one) => one.name === name))).toEqual([]);
        const config = await readConfig(env);
        expect([container.name, config.environment]).toEqual([container.name, 'production']);
        expect(config.role).toBe(container.name === 'migrate' ? 'all' : container.name);
        // The file is where it is mounted.
        const mounted = container.volumeMounts.filter(({ name }) => name === 'gateways');
        expect(mounted).toEqual(
          gateways === undefined ? [] : [{ name: 'gateways', mountPath: dirname(gateways), readOnly: true }],
        );
      }
      expect(pods.map(({ name }) => name).filter((name) => name !== 'migrate')).toEqual(['api', 'worker']);
    });

    it('shows no secret: they come from Secrets', () => {
      const { of, stdout } = rendered(values);
      const secrets = catalogue.filter((one) => one.secret !== undefined).map(({ name }) => name);
      const literal = [...of('Deployment'), ...of('Job')]
        .flatMap(({ spec }) => spec.template.spec.containers[0].env)
        .concat(
          of('ConfigMap').flatMap(({ data }) =>
            Object.entries(data).map(([name, value]) => ({ name, value })),
          ),
        )
        .filter(({ name, value }) => value !== undefined && secrets.includes(name));

      // Addresses without a login.
      expect(literal.filter(({ value = '' }) => URL.parse(value)?.username !== '')).toEqual([]);
      expect(of('Secret')).toEqual([]);
      expect(stdout).not.toMatch(/:\/\/[^/\s]*@/);
    });

    it('says how many processes there are at most, and opens no more connections than are allowed', () => {
      const { of } = rendered(values);
      const most = of('Deployment').map(({ metadata, spec }) => {
        const scaler = of('HorizontalPodAutoscaler').find(
          (one) => one.spec.scaleTargetRef.name === metadata.name,
        );
        // An autoscaler and a fixed number would fight.
        expect((scaler === undefined) === (spec.replicas === undefined)).toBe(false);
        return (scaler?.spec.maxReplicas ?? spec.replicas ?? 0) + spec.strategy.rollingUpdate.maxSurge;
      });
      const [settingsOf] = of('ConfigMap').map(({ data }) => data);
      expect(settingsOf?.['INSTANCES']).toBe(String(most[0]));
      expect((most[0] ?? 0) + (most[1] ?? 0)).toBeGreaterThan(3);
      // A process of each kind that is ending is connected, too.
      const connected = (most[0] ?? 0) + (most[1] ?? 0) + 2;
      expect(connected * Number(settingsOf?.['DATABASE_CONNECTIONS'])).toBeLessThanOrEqual(
        values.database.connectionsAllowed,
      );
    });

    it('runs without rights, on a file system that it cannot write to', () => {
      const { of } = rendered(values);
      for (const { spec } of [...of('Deployment'), ...of('Job')].map((one) => one.spec.template)) {
        expect(spec).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false });
        expect(spec.securityContext).toMatchObject({
          runAsNonRoot: true,
          runAsUser: 1000,
          seccompProfile: { type: 'RuntimeDefault' },
        });
        expect(spec.containers[0].securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(Object.keys(spec.containers[0].resources.requests)).toEqual(['cpu', 'memory']);
        expect(spec.containers[0].resources.limits).toHaveProperty('memory');
      }
    });

    it('replaces processes one by one: ready before the old one goes, and time for that to end', () => {
      const { of } = rendered(values);
      const [, hardStop = ''] = /hardStopMs = ([\d_]+);/.exec(read('src/app/main.ts')) ?? [];
      const drain = Number(of('ConfigMap')[0]?.data['DRAIN_SECONDS']);
      const needed = drain + Number(hardStop.replaceAll('_', '')) / 1000;
      expect(needed).toBeGreaterThanOrEqual(drain + 25);

      for (const { metadata, spec } of of('Deployment')) {
        const pod = spec.template;
        expect(spec.strategy.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 });
        expect(pod.spec.terminationGracePeriodSeconds).toBeGreaterThan(needed);
        const { startupProbe, livenessProbe, readinessProbe } = pod.spec.containers[0];
        expect([startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet.path)).toEqual([
          '/healthz',
          '/healthz',
          '/readyz',
        ]);
        expect(readinessProbe.initialDelaySeconds).toBeGreaterThanOrEqual(drain);
        expect(pod.spec.topologySpreadConstraints.map(({ topologyKey }) => topologyKey)).toHaveLength(2);
        const budget = of('PodDisruptionBudget').find((one) => one.metadata.name === metadata.name);
        expect(budget?.spec.maxUnavailable).toBe(1);
        // Each finds the pods of the other.
        expect(pod.metadata.labels).toMatchObject({
          ...budget?.spec.selector.matchLabels,
          ...spec.selector.matchLabels,
        });
      }
    });

    it('migrates before, unless somebody else does', () => {
      const { of } = rendered(values);
      const hooks = of('Job').map(({ metadata }) => metadata.annotations?.['helm.sh/hook']);
      expect(hooks).toEqual('migration' in values ? [] : ['pre-install,pre-upgrade']);
      // A hook runs before there is a ConfigMap of the release.
      for (const { spec } of of('Job')) {
        const refs = spec.template.spec.containers[0].envFrom ?? [];
        expect(refs.filter(({ configMapRef }) => configMapRef)).toEqual([]);
      }
    });
  });

  it('starts the processes again when a setting has changed', () => {
    expect(sumOf(least)).toBe(sumOf(least));
    expect(sumOf(least)).not.toBe(sumOf({ ...least, settings: { LOG_LEVEL: 'warn' } }));
  });

  it.each([
    [{}, 'publicUrl'],
    [{ ...least, publicUrl: 'http://pay.example.com' }, 'publicUrl'],
    [{ publicUrl: least.publicUrl }, 'Without database.pooler, say in database.connectionsAllowed'],
    [{ ...least, database: { pooler: 'postgres://u:p@pgbouncer:6432/payments' } }, 'pooler'],
    [
      { ...least, database: { pooler: 'postgres://pgbouncer:6432/payments' } },
      'database.pooler needs database.direct',
    ],
    // 8 + 4 processes of 25 connections.
    [{ ...least, database: { connectionsAllowed: 299 } }, '12 processes open up to 300 connections'],
    [{ ...least, api: { replicas: 7 } }, 'api.autoscaling.maxReplicas is less than api.replicas'],
    [
      {
        ...least,
        sharedLimits: false,
        api: { autoscaling: { maxReplicas: 20 } },
        database: { connectionsAllowed: 650 },
      },
      'Without sharedLimits',
    ],
    [{ ...least, ingress: { enabled: true } }, 'ingress.enabled needs ingress.hosts'],
  ])('refuses %j', (values, words) => {
    const { status, stderr } = template(values);
    expect([status, stderr]).toEqual([1, expect.stringContaining(words)]);
  });
});
