import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError, readConfig, secretKeyOf, showSettings } from '../../../src/app/config.ts';

const database = 'postgres://owner:hush@db.example.com:5432/payments';
const secret = 'a secret key long enough';
/** The least that production needs. */
const mail = { SMTP_URL: 'smtps://mail.example.com', MAIL_FROM: 'Payments <payments@example.com>' };
const production = {
  NODE_ENV: 'production',
  CHECKOUT_URL: 'https://pay.example.com',
  PAY_URL: 'https://pay.example.com',
  TRUST_PROXY: '1',
};

async function problemsOf(env: Record<string, string>): Promise<readonly string[]> {
  try {
    await readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

describe('the configuration', () => {
  it('offers the languages that are named, in their order, and refuses others', async () => {
    expect((await readConfig({ LANGUAGES: 'fr, en ,fr' })).languages).toEqual(['fr', 'en']);
    await expect(readConfig({ LANGUAGES: 'en,sn' })).rejects.toThrow('LANGUAGES is "en,sn". It takes these');
    await expect(readConfig({ LANGUAGES: ',' })).rejects.toThrow('LANGUAGES is ""');
  });

  it('refuses a file of gateways that is not there, and every problem of one that is', async () => {
    expect(await problemsOf({ GATEWAYS: '/nowhere/gateways.yaml' })).toEqual([
      'GATEWAYS names /nowhere/gateways.yaml, which cannot be read.',
    ]);
    const folder = mkdtempSync(join(tmpdir(), 'payments-config-'));
    const file = join(folder, 'gateways.yaml');
    writeFileSync(file, Buffer.from('# Café', 'latin1'));
    expect(await problemsOf({ GATEWAYS: file })).toEqual([`GATEWAYS names ${file}, which is not UTF-8.`]);
    writeFileSync(file, 'gateways:\n  bank: { rail: swift }\nroutes:\n  life: {}\n');
    expect(
      (await problemsOf({ GATEWAYS: file, PORT: 'x' })).map((words) => words.split(' ').slice(0, 2)),
    ).toEqual([
      ['gateways.yaml:2:', 'gateways.bank.rail'],
      ['gateways.yaml:4:', 'routes.life'],
      ['PORT', 'has'],
    ]);
    rmSync(folder, { recursive: true });
  });

  it('takes an address for callbacks, in production only https', async () => {
    expect((await readConfig({ CALLBACK_URL: 'http://localhost:3000/' })).addresses).toEqual({
      callbacks: 'http://localhost:3000',
    });
    expect(await problemsOf({ ...production, CALLBACK_URL: 'http://pay.example.com' })).toEqual(
      expect.arrayContaining([expect.stringContaining('CALLBACK_URL is "http://pay.example.com"')]),
    );
  });

  it('has a default for everything', async () => {
    const config = await readConfig({});

    expect(config).toEqual({
      environment: 'development',
      role: 'all',
      reconcileHour: 6,
      drainSeconds: 0,
      port: 3000,
      hosts: ['127.0.0.1', '::1'],
      dataDir: '.data',
      database: undefined,
      secretKey: undefined,
      keysBeside: [],
      addresses: {},
      trustProxy: undefined,
      counting: { instances: 1 },
      connections: 25,
      languages: ['en'],
      egress: { allow: ['127.0.0.0/8'], ports: [443, 8443] },
      logLevel: 'info',
      watched: false,
      startedByNpm: false,
    });
  });

  it('is read from the environment', async () => {
    const config = await readConfig({
      DATABASE_URL: database,
      DATABASE_URL_LIVE: 'postgres://live:hush@pooler.example.com/payments',
      DATABASE_DIRECT_URL: database,
      SECRET_KEY: secret,
      NODE_ENV: 'production',
      ROLE: 'worker',
      PORT: '0',
      HOST: '10.0.0.7, ::1',
      CHECKOUT_URL: 'https://pay.example.com/',
      PAY_URL: 'https://links.example.com',
      TRUST_PROXY: '10.0.0.0/8, loopback',
      EGRESS_PORTS: '443',
      LOG_LEVEL: 'warn',
    });

    expect(config).toMatchObject({
      database: {
        url: database,
        urls: { live: 'postgres://live:hush@pooler.example.com/payments' },
        directUrl: database,
      },
      secretKey: secret,
      environment: 'production',
      role: 'worker',
      port: 0,
      hosts: ['10.0.0.7', '::1'],
      addresses: { checkout: 'https://pay.example.com', pay: 'https://links.example.com' },
      trustProxy: '10.0.0.0/8,loopback',
      egress: { allow: [], ports: [443] },
      logLevel: 'warn',
    });
  });

  it('drains for five seconds in production only, unless it is told otherwise', async () => {
    const envs = [{}, production, { DRAIN_SECONDS: '0' }, { DRAIN_SECONDS: '300' }];
    const drained = (await Promise.all(envs.map((env) => readConfig(env)))).map(
      (config) => config.drainSeconds,
    );

    expect(drained).toEqual([0, 5, 0, 300]);
  });

  it('compares statements from six o’clock, or from another hour of the day', async () => {
    expect((await readConfig({ RECONCILE_HOUR: '23' })).reconcileHour).toBe(23);
    for (const hour of ['24', '-1', 'six', '1.5'])
      await expect(readConfig({ RECONCILE_HOUR: hour })).rejects.toThrow('an hour of the day from 0 to 23');
  });

  it('counts for itself, or together with the processes that are named', async () => {
    const envs = [{}, { INSTANCES: '3' }, { REDIS_URL: 'rediss://u:p@db:6380/1', INSTANCES: '100' }];
    const counted = (await Promise.all(envs.map((env) => readConfig(env)))).map((config) => config.counting);

    expect(counted).toEqual([
      { instances: 1 },
      { instances: 3 },
      { url: 'rediss://u:p@db:6380/1', instances: 100 },
    ]);
  });

  it('reads a number of proxies', async () => {
    expect((await readConfig({ TRUST_PROXY: '1' })).trustProxy).toBe(1);
  });

  it.each(['none', 'false', '0'])('takes TRUST_PROXY=%s for the decision to trust no proxy', async (said) => {
    expect((await readConfig({ ...production, TRUST_PROXY: said })).trustProxy).toBe(0);
  });

  it('listens at every address in production, unless HOST says otherwise', async () => {
    expect((await readConfig(production)).hosts).toEqual([]);
    expect((await readConfig({ ...production, HOST: '10.0.0.7' })).hosts).toEqual(['10.0.0.7']);
  });

  it('treats an empty setting as unset', async () => {
    expect(await readConfig({ PORT: '', DATABASE_URL: ' ' })).toEqual(await readConfig({}));
  });

  it('cannot be changed', async () => {
    const config = await readConfig({});

    expect(() => Object.assign(config, { port: 1 })).toThrow(TypeError);
    expect(() => Object.assign(config.egress, { allow: [] })).toThrow(TypeError);
  });

  it('reports all problems at once', async () => {
    const problems = await problemsOf({
      PORT: 'abc',
      ROLE: 'boss',
      DATABASE_URL: 'mysql://x',
      CHECKOUT_URL: 'pay',
      LOG_LEVEL: 'loud',
    });

    expect(problems.map((problem) => problem.split(' ')[0])).toEqual(
      expect.arrayContaining(['PORT', 'ROLE', 'DATABASE_URL', 'SECRET_KEY', 'CHECKOUT_URL', 'LOG_LEVEL']),
    );
  });

  it.each([
    [
      'a database without a secret key',
      { DATABASE_URL: database },
      'SECRET_KEY is missing. Make one: openssl rand -base64 32',
    ],
    ['a short secret key', { SECRET_KEY: 'short' }, 'SECRET_KEY has 5 characters.'],
    [
      'a short key beside it',
      { SECRET_KEYS_BESIDE: `${'k'.repeat(24)},short` },
      'SECRET_KEYS_BESIDE has a key of fewer than 24 characters.',
    ],
    ['a secret key of 23 characters', { SECRET_KEY: 'k'.repeat(23) }, 'It needs 24 or more.'],
    ['DATABASE_URL_LIVE without DATABASE_URL', { DATABASE_URL_LIVE: database }, 'DATABASE_URL is missing'],
    ['a counting server of another kind', { REDIS_URL: 'http://db', INSTANCES: '2' }, 'REDIS_URL is not the'],
    [
      'a counting server with a name',
      { REDIS_URL: 'redis://db/main', INSTANCES: '2' },
      'REDIS_URL is not the',
    ],
    ['a stray percent sign', { REDIS_URL: 'redis://u:50%@db', INSTANCES: '2' }, 'REDIS_URL is not the'],
    ['processes without their number', { REDIS_URL: 'redis://db' }, 'INSTANCES is missing.'],
    ['no process', { INSTANCES: '0' }, 'INSTANCES is "0". It takes a whole number from 1 to 20.'],
    ['more processes than a bucket has calls', { INSTANCES: '21' }, 'INSTANCES is "21".'],
    ['too few connections', { DATABASE_CONNECTIONS: '14' }, 'It takes a whole number from 15 to 500.'],
    ['half a second', { DRAIN_SECONDS: '0.5' }, 'DRAIN_SECONDS is "0.5".'],
    ['more than five minutes', { DRAIN_SECONDS: '301' }, 'It takes a whole number of seconds from 0 to 300.'],
    ['trust in every proxy', { TRUST_PROXY: 'true' }, 'TRUST_PROXY has "true".'],
    ['an address instead of a range', { EGRESS_ALLOW: '10.0.0.0' }, 'EGRESS_ALLOW has "10.0.0.0".'],
    [
      'private addresses in production',
      { ...production, EGRESS_ALLOW: '10.0.0.0/8' },
      'EGRESS_ALLOW is set.',
    ],
    [
      'production without a checkout address',
      { ...production, CHECKOUT_URL: '' },
      'CHECKOUT_URL is missing.',
    ],
    ['production without an address of links', { ...production, PAY_URL: '' }, 'PAY_URL is missing.'],
    [
      'pages in production that are not encrypted',
      { ...production, PAY_URL: 'http://pay.example.com' },
      'PAY_URL is "http://pay.example.com".',
    ],
    [
      'pages behind a path, whose forms would lead elsewhere',
      { CHECKOUT_URL: 'http://shop.example.com/pay/' },
      'CHECKOUT_URL is "http://shop.example.com/pay". Its pages are at the root of their host: leave out the path /pay.',
    ],
    [
      'links behind a path in production',
      { ...production, PAY_URL: 'https://pay.example.com/links' },
      'leave out the path /links.',
    ],
    [
      'a dashboard behind a path',
      { ...production, ...mail, DASHBOARD_URL: 'https://dashboard.example.com/office' },
      'leave out the path /office.',
    ],
    [
      'a dashboard in production that is not encrypted',
      { ...production, ...mail, DASHBOARD_URL: 'http://example.com' },
      'DASHBOARD_URL is "http://example.com".',
    ],
    [
      'a dashboard in production at the host name of the checkout pages',
      {
        ...production,
        ...mail,
        CHECKOUT_URL: 'https://me.example.com',
        DASHBOARD_URL: 'https://me.example.com',
      },
      'DASHBOARD_URL has the host name of CHECKOUT_URL.',
    ],
    [
      'a dashboard in production at another port of the links and checkout pages',
      { ...production, ...mail, DASHBOARD_URL: 'https://Pay.example.com:8443/' },
      'DASHBOARD_URL has the host name of CHECKOUT_URL and PAY_URL.',
    ],
    [
      'a dashboard in production without a mail server',
      { ...production, DASHBOARD_URL: 'https://dashboard.example.com' },
      'SMTP_URL is missing.',
    ],
    [
      'a mail server of another kind',
      { SMTP_URL: 'https://mail.example.com', MAIL_FROM: 'a@example.com' },
      'SMTP_URL is not',
    ],
    ['mails of nobody', { SMTP_URL: 'smtps://mail.example.com' }, 'MAIL_FROM is missing.'],
    [
      'mails of half an address',
      { ...mail, MAIL_FROM: 'Payments <payments@>' },
      'MAIL_FROM ends in no address',
    ],
    ['production without a word on proxies', { ...production, TRUST_PROXY: '' }, 'TRUST_PROXY is missing.'],
    ['an impossible port', { PORT: '70000' }, 'PORT has "70000".'],
    ['an impossible port of receivers', { EGRESS_PORTS: '443,0' }, 'EGRESS_PORTS has "0".'],
  ])('refuses %s', async (_case, env, words) => {
    expect(await problemsOf(env)).toEqual([expect.stringContaining(words)]);
  });

  it('takes a secret from a file, for a gateway too, and says which file is wrong', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'payments-config-'));
    const fileOf = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const GATEWAYS = fileOf(
      'gateways.yaml',
      'routes: {}\ngateways:\n  bank:\n    rail: swift\n    pin: { env: PIN }\n    word: { env: WORD }\n    name: { env: NAME }\n    both: { env: BOTH }\n',
    );
    const files = {
      DATABASE_URL_FILE: fileOf('url', `${database}\n`),
      SECRET_KEY_FILE: fileOf('key', `\uFEFF${secret}\r\n`),
    };

    const config = await readConfig(files);
    const problems = await problemsOf({
      ...files,
      SECRET_KEY: secret,
      DATABASE_URL_FILE: '/nowhere/url',
      SMTP_URL_FILE: fileOf('empty', ' \n'),
      PORT_FILE: '/nowhere/port',
      GATEWAYS,
      PIN_FILE: fileOf('pin', '1234\n'),
      WORD_FILE: '/nowhere/word',
      BOTH: 'old',
      BOTH_FILE: '/nowhere/both',
    });

    expect([config.database?.url, config.secretKey]).toEqual([database, secret]);
    expect(problems).toEqual([
      'DATABASE_URL_FILE names /nowhere/url, which cannot be read.',
      `SMTP_URL_FILE names ${join(folder, 'empty')}, which is empty.`,
      'SECRET_KEY and SECRET_KEY_FILE are both set. Set one of them.',
      expect.stringContaining('routes'),
      expect.stringContaining('rail'),
      expect.stringContaining('takes the variable WORD. The file that WORD_FILE names cannot be read.'),
      expect.stringContaining('takes the variable NAME, which is not set in the environment.'),
      expect.stringContaining('takes the variable BOTH. It and BOTH_FILE are both set. Set one of them.'),
    ]);
    const shown = showSettings(files).filter(({ from }) => from !== 'default');
    expect(shown.map(({ name, value, from }) => [name, value, from])).toEqual([
      ['DATABASE_URL', 'postgres://owner:***@db.example.com:5432/payments', 'file'],
      ['SECRET_KEY', '(hidden)', 'file'],
    ]);
    rmSync(folder, { recursive: true });
  });

  it('never repeats the address of a database in its messages', async () => {
    expect((await problemsOf({ DATABASE_URL: 'http://owner:hush@db' })).join(' ')).not.toContain('hush');
  });
});

describe('the list of settings', () => {
  it('hides secrets', () => {
    const shown = showSettings({
      DATABASE_URL: `${database}?password=hush`,
      SECRET_KEY: secret,
      PORT: '8080',
    });

    expect(JSON.stringify(shown)).not.toContain('hush');
    expect(JSON.stringify(shown)).not.toContain(secret);
    expect(shown).toContainEqual(
      expect.objectContaining({ name: 'PORT', value: '8080', from: 'environment' }),
    );
    expect(shown).toContainEqual(
      expect.objectContaining({
        name: 'DATABASE_URL',
        value: 'postgres://owner:***@db.example.com:5432/payments',
      }),
    );
  });
});

describe('the secret key', () => {
  let dataDir = '';

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'merchant-payments-config-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  it('is made once, in a file that only its owner can read', () => {
    const first = secretKeyOf({ dataDir, secretKey: undefined });
    const second = secretKeyOf({ dataDir, secretKey: undefined });

    expect(second).toBe(first);
    expect(Buffer.from(first, 'base64')).toHaveLength(32);
    expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(dataDir, 'secret.key'), 'utf8').trim()).toBe(first);
  });

  it('is not made anew in place of one that was lost', () => {
    const file = join(dataDir, 'secret.key');
    writeFileSync(file, '\n');

    expect(() => secretKeyOf({ dataDir, secretKey: undefined })).toThrow(
      `${file} is empty. Put the key of this database there.`,
    );
    expect(readFileSync(file, 'utf8')).toBe('\n');
  });

  it('is the one in the settings, if there is one', () => {
    expect(secretKeyOf({ dataDir, secretKey: secret })).toBe(secret);
  });
});
