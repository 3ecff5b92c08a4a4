import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parse } from 'yaml';
import manifest from '../../../../package.json' with { type: 'json' };
import { readConfig } from '../../../../src/app/config.ts';
import { settings } from '../../../../src/app/settings.ts';
import { iniOf } from '../../../../src/cli/database/pooler.ts';
import { hardened } from '../../../../src/platform/http/hardened.ts';

const root = resolve(import.meta.dirname, '../../../..');
const textOf = (file: string) => readFileSync(join(root, 'deploy', file), 'utf8');

type Container = {
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly volumes?: readonly string[];
  readonly depends_on?: unknown;
  readonly read_only?: boolean;
  readonly ports?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly image?: string;
  readonly restart?: string;
};
type Scraping = {
  readonly rule_files: readonly string[];
  readonly scrape_configs: readonly {
    readonly static_configs: readonly { readonly targets: readonly string[] }[];
  }[];
};
type Provided = { readonly providers: readonly { readonly options: { readonly path: string } }[] };
type Asked = {
  readonly datasources: readonly { readonly uid: string; readonly type: string; readonly url: string }[];
};
type Board = {
  readonly panels: readonly { readonly datasource: { readonly uid: string } }[];
  readonly templating: {
    readonly list: readonly { readonly name: string; readonly type: string; readonly query: string }[];
  };
};
const { services, volumes } = parse(textOf('compose.yaml'), { merge: true }) as {
  services: Readonly<Record<string, Container>>;
  volumes: Readonly<Record<string, unknown>>;
};
const ours = ['migrate', 'api-1', 'api-2', 'worker-1', 'worker-2'];

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'containers-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const secretsOf = (text: string) =>
  Object.fromEntries(text.split('\n').flatMap((line) => (line === '' ? [] : [line.split('=', 2)])));

/** As Compose fills in `${NAME}`, `${NAME:-else}` and `${NAME:?problem}`. */
const filledIn = (value: string | number, known: Readonly<Record<string, string>>) =>
  String(value).replaceAll(/\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/g, (_all, name: string, other: string) => {
    const found = known[name] ?? other;
    if (found === undefined) throw new Error(`${name} is in no file`);
    return found;
  });

const madeSecrets = () => {
  cpSync(join(root, 'deploy/setup'), join(folder, 'setup'));
  const ran = spawnSync('sh', [join(folder, 'setup')], { encoding: 'utf8' });
  return { ran, text: readFileSync(join(folder, '.env'), 'utf8') };
};

it('runs the image on the Node that the project pins', () => {
  expect(/^ARG NODE=node:([\d.]+)-/m.exec(textOf('Dockerfile'))?.[1]).toBe(manifest.dependencies.node);
});

const flagsIn = (command: string) => command.match(/--[a-z-]+=\d+/g);

it('gives V8 in the image the flags of npm start', () => {
  const [, command = ''] = /^CMD (.*)$/m.exec(textOf('Dockerfile')) ?? [];

  expect(flagsIn(command)).toHaveLength(2);
  expect(flagsIn(command)).toEqual(flagsIn(manifest.scripts.start));
});

it.each(ours)('starts %s with settings that the service accepts in production', async (name) => {
  const known = secretsOf(madeSecrets().text);
  const given = Object.entries(services[name]?.environment ?? {});
  const env = Object.fromEntries(given.map(([key, value]) => [key, filledIn(value, known)]));

  const config = await readConfig({ NODE_ENV: 'production', ...env });

  expect(Object.keys(env).filter((key) => !settings.some((one) => one.name === key))).toEqual([]);
  expect(config.counting.instances).toBe(2);
  expect(config.database?.urls.live).toBe('postgres://pgbouncer:6432/payments');
});

it('makes secrets once, that only their owner reads', () => {
  const first = madeSecrets();
  const { ran, text } = madeSecrets();

  expect(first.ran.stdout).toContain('Wrote');
  expect(ran.stdout).toContain('is there already');
  expect(text).toBe(first.text);
  expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600);
  const { SECRET_KEY: key = '', POSTGRES_PASSWORD: password = '' } = secretsOf(text);
  // The password stands in an address.
  expect([key, password].filter((one) => /^[\w-]{43}$/.test(one))).toHaveLength(2);
  expect(key).not.toBe(password);
});

it('keeps files of the guides that hold secrets out of the image and of the repository', () => {
  const guides = globSync('docs/operate/*.md', { cwd: root }).map((file) =>
    readFileSync(join(root, file), 'utf8'),
  );
  const blocks = guides.flatMap((text) => text.match(/^```sh\n[^]*?^```/gm) ?? []);
  const secret = blocks
    .filter((block) => block.includes('\numask 077\n'))
    .flatMap((block) => [...block.matchAll(/ > ([\w.]+)/g)].map(([, file = '']) => file));
  const kept = ['.dockerignore', '.gitignore'].map((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .map((line) => line.replace(/^\//, '')),
  );

  expect(secret).toEqual(expect.arrayContaining(['live.json', 'secret.env', 'userlist.new']));
  for (const lines of kept) expect(secret.filter((file) => !lines.includes(file))).toEqual([]);
});

it('finds in the settings of PgBouncer what it changes for containers', () => {
  const script = textOf('setup-pooler');
  const ini = iniOf({ url: new URL('postgres://payments:x@postgres:5432/payments'), most: 60 });
  const [edit = ''] = /sed '[^']*'/.exec(script) ?? [];

  const { stdout } = spawnSync('sh', ['-c', edit], { input: ini, encoding: 'utf8' });

  expect(stdout).toContain('\nlisten_addr = 0.0.0.0\n');
  expect(stdout).toContain('\nauth_file = /pooler/userlist.txt\n');
  // Else a failure of PostgreSQL lasts 15 seconds longer.
  expect(stdout).toMatch(/\nserver_login_retry = 1\n(.*\n)*dns_nxdomain_ttl = 1\n/);
  expect(stdout).toContain('payments = host=postgres port=5432 dbname=payments');
});

it('keeps nothing of ours in a container, and publishes only the proxy to the network', () => {
  expect(ours.map((name) => services[name]?.read_only)).toEqual(ours.map(() => true));
  const published = Object.entries(services).flatMap(([name, { ports = [] }]) =>
    ports.filter((port) => !port.startsWith('127.0.0.1:')).map(() => name),
  );
  expect([...new Set(published)]).toEqual(['caddy']);
});

it('asks each process of the service, by the names that the proxy and Prometheus know', () => {
  const api = ours.filter((name) => name.startsWith('api-'));
  const config = parse(textOf('prometheus/prometheus.yaml')) as Scraping;
  const port = services['api-1']?.environment?.['ADMIN_PORT'];

  expect(services['caddy']?.environment?.['API']).toBe(api.map((name) => `${name}:3000`).join(' '));
  expect(services['api-1']?.environment?.['INSTANCES']).toBe(api.length);
  expect(
    config.scrape_configs.flatMap(({ static_configs: of }) => of.flatMap(({ targets }) => targets)),
  ).toEqual(ours.filter((name) => name !== 'migrate').map((name) => `${name}:${port}`));
  expect(
    config.rule_files.filter(
      (file) =>
        !services['prometheus']?.volumes?.includes('./prometheus:/etc/prometheus:ro') ||
        textOf(`prometheus/${file}`) === '',
    ),
  ).toEqual([]);
});

it('lets the proxy close idle connections to the service before the service does', () => {
  const proxied = textOf('Caddyfile')
    .split(/^\treverse_proxy /m)
    .slice(1);
  const service = hardened(createServer(), '2026-01-01');

  const keptMs = proxied.map(
    (block) => Number(/transport http \{\s+keepalive (\d+)s\n/.exec(block)?.[1]) * 1000,
  );

  expect(keptMs).toHaveLength(1);
  // Some seconds less: a call may be on its way for a while.
  for (const ms of keptMs) expect(ms).toBeLessThanOrEqual(service.keepAliveTimeout - 5000);
});

it('gives Grafana the dashboards and the Prometheus that they ask', () => {
  const mounted = new Map(
    (services['grafana']?.volumes ?? []).map((one) => one.split(':', 2) as [string, string]),
  );
  const { providers } = parse(textOf('grafana/provisioning/dashboards.yaml')) as Provided;
  const { datasources } = parse(textOf('grafana/provisioning/datasource.yaml')) as Asked;
  const dashboards = globSync('grafana/*.json', { cwd: join(root, 'deploy') });

  expect(datasources.map(({ type, url }) => [type, url])).toEqual([['prometheus', 'http://prometheus:9090']]);
  expect(dashboards.map((file) => mounted.get(`./${file}`))).toEqual(
    dashboards.map((file) => `${providers[0]?.options.path}/${file.replace('grafana/', '')}`),
  );
  expect(mounted.get('./grafana/provisioning/datasource.yaml')).toMatch(
    /^\/etc\/grafana\/provisioning\/datasources\//,
  );
  expect(mounted.get('./grafana/provisioning/dashboards.yaml')).toMatch(
    /^\/etc\/grafana\/provisioning\/dashboards\//,
  );
  for (const file of dashboards) {
    const { panels, templating } = JSON.parse(textOf(file)) as Board;
    const known = [
      ...datasources.map(({ uid }) => uid),
      ...templating.list
        .filter(({ type, query }) => type === 'datasource' && query === 'prometheus')
        .map(({ name }) => `\${${name}}`),
    ];
    expect([file, panels.filter(({ datasource }) => !known.includes(datasource.uid))]).toEqual([file, []]);
  }
});

it('has a health check for whatever stays, by the image or by the file', () => {
  const without = Object.entries(services)
    .filter(
      ([, { healthcheck, restart, image }]) =>
        !healthcheck && restart !== 'no' && image !== 'merchant-payments',
    )
    .map(([name]) => name);

  // Prometheus asks itself, and nothing waits for either.
  expect(without).toEqual(['prometheus', 'grafana']);
  expect(textOf('Dockerfile')).toMatch(/^HEALTHCHECK /m);
});

it('mounts only files that are there, and names each volume', () => {
  const mounted = Object.values(services).flatMap(({ volumes: of = [] }) =>
    of.map((one) => one.split(':')[0] ?? ''),
  );

  const missing = mounted.filter((from) =>
    from.startsWith('./')
      ? statSync(join(root, 'deploy', from), { throwIfNoEntry: false }) === undefined
      : !(from in volumes),
  );

  expect(missing).toEqual([]);
});

it('replaces the processes of a release one by one, and none because another one has ended', () => {
  const guide = readFileSync(join(root, 'docs/operate/containers.md'), 'utf8');
  const [, part = ''] = guide.split('## Release and go back');
  const [, script = ''] = /```sh\n([^]*?)```/.exec(part) ?? [];
  const named = /for one in (.*); do/.exec(script)?.[1]?.split(' ');

  expect(named?.toSorted()).toEqual(ours.filter((name) => name !== 'migrate').toSorted());
  expect(script.match(/ up .*/g)).toEqual([
    ' up --detach --no-deps --wait "$one" || { echo "$one did not start"; break; }',
  ]);
});

it.each(['pull', 'build', 'run', 'kill', 'up'])(
  'ends a release whose %s fails, before it replaces more',
  (failing) => {
    const guide = readFileSync(join(root, 'docs/operate/containers.md'), 'utf8');
    const [, script = ''] = /## Release and go back[^]*?```sh\n([^]*?)```/.exec(guide) ?? [];
    const done = join(folder, 'done');
    // Git and Docker, of which one command fails.
    const played = `run() { echo "$*" >> ${done}; case " $* " in *" ${failing} "*) return 1 ;; esac; }
git() { run git "$@"; }
docker() { run docker "$@"; }
${script}`;

    spawnSync('sh', ['-c', played], { encoding: 'utf8' });

    const commands = readFileSync(done, 'utf8').trimEnd().split('\n');
    expect(commands.findIndex((one) => ` ${one} `.includes(` ${failing} `))).toBe(commands.length - 1);
  },
);

it('writes no file of PgBouncer in place, since an empty list of users would refuse every login', () => {
  const script = textOf('setup-pooler');

  expect([...script.matchAll(/> (\S+)$/gm)].map(([, file]) => file)).toEqual([
    '/pooler/userlist.new',
    '/tmp/pgbouncer.ini',
    '/pooler/pgbouncer.new',
  ]);
  expect([...script.matchAll(/^mv (\S+) (\S+)$/gm)].map(([, from, to]) => [from, to])).toEqual([
    ['/pooler/userlist.new', '/pooler/userlist.txt'],
    ['/pooler/pgbouncer.new', '/pooler/pgbouncer.ini'],
  ]);
});

it('holds what could move money twice before the pooler starts, and audits through the pooler', () => {
  const guide = readFileSync(join(root, 'docs/operate/containers.md'), 'utf8');
  const [, part = ''] = guide.split('\n## Back up and restore\n');
  const [, script = ''] = [...part.matchAll(/```sh\n([^]*?)```/g)].map(([, block = '']) => block);
  const commands = script.split(/^docker compose -f deploy\/compose\.yaml /m).slice(1);
  const at = (words: string) => commands.findIndex((one) => one.includes(words));

  // The hold refuses while a pooler is connected, and the audit asks the roles, which log in at the pooler.
  const order = [
    'stop',
    '/restored',
    'up --detach postgres',
    'migrate\n',
    'restore hold',
    'pgbouncer',
    'audit',
  ];
  expect(order.map(at)).toEqual(order.map(at).toSorted((one, other) => one - other));
  expect(order.filter((words) => at(words) === -1)).toEqual([]);
});
