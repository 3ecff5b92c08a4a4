import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { checkNode } from '../../../../src/cli/integrators/about/checks.ts';
import { ask } from '../../../../src/cli/support/ask.ts';
import { jsonOf, mps } from '../mps.ts';
import { deskForFile } from './shop.ts';

const desk = deskForFile();
const folder = () => String(desk().env['XDG_CONFIG_HOME']);
const file = () => join(folder(), 'mps', 'config.json');
const names = () => Object.keys((JSON.parse(readFileSync(file(), 'utf8')) as { profiles: object }).profiles);
/** Without a key in the environment. */
const alone = () => ({
  XDG_CONFIG_HOME: folder(),
  DATA_DIR: folder(),
  MPS_API_KEY: '',
  MPS_BASE_URL: '',
  NO_COLOR: '1',
});

/** Types at the terminal of this process, until the test ends. */
function typing(text: string): void {
  const terminal = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => terminal });
  const stdin = vi
    .spyOn(process, 'stdin', 'get')
    .mockReturnValue(terminal as unknown as typeof process.stdin);
  const before = process.stderr.isTTY;
  process.stderr.isTTY = true;
  onTestFinished(() => {
    stdin.mockRestore();
    process.stderr.isTTY = before;
  });
  terminal.write(text);
}

beforeEach(async () => {
  const { merchant, app } = desk();
  await desk().mps(`login --profile shop --key ${merchant.secretKey} --base-url ${app.baseUrl}`);
});

describe('mps login', () => {
  it('keeps a key that works, readable by its owner only', async () => {
    const { merchant, app } = desk();

    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({
      current: 'shop',
      profiles: { shop: { key: merchant.secretKey, base_url: app.baseUrl } },
    });
  });

  it('reads the key from standard input, and never prints it', async () => {
    const { secretKey } = await desk().app.aMerchant();

    const ended = await mps(
      `login --profile piped --base-url ${desk().app.baseUrl} --json`,
      alone(),
      `${secretKey}\n`,
    );

    expect(ended.exitCode).toBe(0);
    expect(jsonOf(ended)).toMatchObject({ profile: 'piped', merchant: 'Corner Shop', mode: 'sandbox' });
    expect(ended.data + ended.words).not.toContain(secretKey);
  });

  it('does not show a key that is typed', async () => {
    const { secretKey } = desk().merchant;
    typing(`${secretKey}\r`);

    const ended = await desk().mps('login --profile typed');

    expect(ended).toMatchObject({ exitCode: 0, words: expect.stringContaining('API key (sk_test_…): ') });
    expect(ended.words + ended.data).not.toContain(secretKey);
    expect(names()).toContain('typed');
  });

  it('takes Ctrl-C for an interrupt, and Ctrl-D for no answer', async () => {
    const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
    const shown = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => [kill, shown].forEach((spy) => spy.mockRestore()));
    typing('\u0004');

    expect(await ask('Continue? ')).toBeUndefined();
    expect(kill).not.toHaveBeenCalled();

    typing('\u0003');
    void ask('Continue? ');

    await expect.poll(() => kill.mock.calls, { timeout: 10_000 }).toEqual([[process.pid, 'SIGINT']]);
  });

  it('keeps what other commands did to the profiles while the service answered', async () => {
    const data = { merchant_id: 'mer_1', business_name: 'Slow Shop', app: {} };
    const service = createServer((_req, res) => {
      // As `mps logout --profile shop` and a login elsewhere.
      const meanwhile = { key: 'sk_test_other', base_url: 'http://localhost:1' };
      writeFileSync(file(), JSON.stringify({ profiles: { meanwhile } }));
      res.setHeader('content-type', 'application/json').end(JSON.stringify({ success: true, data }));
    });
    await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void service.close());
    const { port } = service.address() as AddressInfo;

    const ended = await desk().mps(
      `login --profile slow --key sk_test_1 --base-url http://127.0.0.1:${port}`,
    );

    expect(ended.exitCode).toBe(0);
    expect(names()).toEqual(['meanwhile', 'slow']);
  });

  it('keeps no key that is refused', async () => {
    const before = readFileSync(file(), 'utf8');

    expect(await desk().mps('login --key sk_test_wrong')).toMatchObject({ exitCode: 3, data: '' });
    expect(await desk().mps('login --key hunter2')).toMatchObject({ exitCode: 2, data: '' });
    expect(readFileSync(file(), 'utf8')).toBe(before);
  });

  it('keeps the key in the profile that MPS_PROFILE names, and logout deletes that one', async () => {
    const { merchant, app } = desk();
    const chosen = { ...alone(), MPS_PROFILE: 'chosen' };
    const signedIn = await desk().mps(
      `login --key ${merchant.secretKey} --base-url ${app.baseUrl} --json`,
      chosen,
    );
    const before = names();
    await desk().mps('profile use shop');
    const signedOut = await desk().mps('logout --json', chosen);

    expect(jsonOf(signedIn)).toMatchObject({ profile: 'chosen' });
    expect(jsonOf(signedOut)).toEqual({ deleted: 'chosen' });
    expect(names()).toEqual(before.filter((name) => name !== 'chosen'));
    expect(names()).toContain('shop');
  });

  it('asks the address of a profile that is signed in again, and keeps where its dashboard is', async () => {
    const { merchant, app } = desk();
    const split = {
      key: 'sk_test_old',
      base_url: app.baseUrl,
      dashboard_url: 'https://dashboard.example.test',
    };
    const away = { key: 'sk_test_away', base_url: 'http://127.0.0.1:1' };
    writeFileSync(file(), JSON.stringify({ current: 'away', profiles: { away, split } }));

    const again = await desk().mps(`login --profile split --key ${merchant.secretKey}`, alone());
    const kept = JSON.parse(readFileSync(file(), 'utf8')) as { profiles: Record<string, unknown> };

    expect(again).toMatchObject({ exitCode: 0 });
    expect(kept.profiles['split']).toEqual({ ...split, key: merchant.secretKey });
  });
});

describe('the key', () => {
  it('is refused in words that do not show it, if no header can carry it', async () => {
    for (const key of ['sk_test_one\u2026two', 'sk_test_one\ntwo']) {
      const ended = await desk().mps('whoami', { ...alone(), MPS_API_KEY: key });

      expect(ended).toMatchObject({ exitCode: 2, data: '', words: expect.stringContaining('MPS_API_KEY') });
      expect(ended.words).not.toContain('sk_test_one');
    }
  });

  it('of a demo merchant whose file is broken is not looked for in the profiles', async () => {
    const data = join(folder(), 'broken');
    mkdirSync(data, { recursive: true });
    writeFileSync(join(data, 'demo.json'), '{"secret_key"');
    const own = { ...alone(), XDG_CONFIG_HOME: data, DATA_DIR: data };

    const ended = await desk().mps('whoami', own);

    expect(ended).toMatchObject({ exitCode: 2, words: expect.stringContaining(join(data, 'demo.json')) });
    expect(ended.words).not.toContain('config.json');
  });
});

describe('profiles', () => {
  it('are used when nothing else is named, and in what order', async () => {
    const other = await desk().app.aMerchant();
    const from = async (verb: string, more = {}) =>
      jsonOf(await desk().mps(`${verb} --json`, { ...alone(), ...more }))['from'];
    await desk().mps(`login --profile other --key ${other.secretKey} --base-url ${desk().app.baseUrl}`);

    expect(await from('whoami')).toBe('profile other');
    expect(await from('whoami', { MPS_PROFILE: 'shop' })).toBe('profile shop');
    expect(await from('whoami', { MPS_PROFILE: 'shop', MPS_API_KEY: other.secretKey })).toBe('MPS_API_KEY');
    expect(await from('whoami --profile shop', { MPS_API_KEY: other.secretKey })).toBe('profile shop');
    expect(await from(`whoami --profile shop --key ${other.secretKey}`)).toBe('--key');
    await desk().mps('profile use shop');
    expect(await from('whoami')).toBe('profile shop');
  });

  it('send a key to their dashboard only while their own address is used', async () => {
    const { merchant, app } = desk();
    const own = `--base-url ${app.baseUrl} --dashboard-url https://dashboard.example.test`;
    await desk().mps(`login --profile split --key ${merchant.secretKey} ${own}`, alone());
    const dashboard = async (more = '', env = {}) =>
      (await desk().mps(`open dashboard ${more}`, { ...alone(), ...env })).data;

    expect(await dashboard()).toBe('https://dashboard.example.test/dashboard\n');
    expect(await dashboard('--key sk_test_x')).toBe('https://dashboard.example.test/dashboard\n');
    expect(await dashboard(`--base-url ${app.baseUrl}/`)).toBe('https://dashboard.example.test/dashboard\n');
    for (const asked of [
      await dashboard('--key sk_test_x --base-url https://other.example.test'),
      await dashboard('', { MPS_API_KEY: 'sk_test_x', MPS_BASE_URL: 'https://other.example.test' }),
    ])
      expect(asked).toBe('https://other.example.test/dashboard\n');
    await desk().mps('logout --profile split');
  });

  it('are listed without their keys, and deleted', async () => {
    const listed = await desk().mps('profile list');
    expect(listed).toMatchObject({ exitCode: 0, words: '' });
    expect(listed.data).toMatch(/shop +\* +sandbox +sk_test_…/);
    expect(listed.data).not.toContain(desk().merchant.secretKey);

    expect(await desk().mps('logout --profile shop --quiet')).toMatchObject({
      exitCode: 0,
      data: '',
      words: '',
    });
    expect(readFileSync(file(), 'utf8')).not.toContain(desk().merchant.secretKey);
    expect(await desk().mps('logout --profile shop')).toMatchObject({
      exitCode: 4,
      words: expect.stringContaining('mps profile list'),
    });
    expect(await desk().mps('profile use shop')).toMatchObject({ exitCode: 4 });
    // What every object has is no profile.
    expect(await desk().mps('profile use constructor')).toMatchObject({ exitCode: 4 });
  });

  it('that cannot be read are neither passed over nor written over', async () => {
    const own = join(folder(), 'unreadable');
    const kept = join(own, 'mps', 'config.json');
    mkdirSync(join(own, 'mps'), { recursive: true });
    // Whoever runs the tests may read any file, but nobody a link to itself.
    symlinkSync(kept, kept);
    const env = { XDG_CONFIG_HOME: own };

    const used = await desk().mps('whoami', { ...env, MPS_API_KEY: '' });
    const signedIn = await desk().mps(`login --key ${desk().merchant.secretKey}`, env);

    expect([used.exitCode, signedIn.exitCode]).toEqual([2, 2]);
    expect(used.words).toMatch(/config\.json cannot be read: ELOOP/);
    expect(lstatSync(kept).isSymbolicLink()).toBe(true);
  });

  it('give way to the demo merchant, and without any a command says what to do', async () => {
    const { merchant, app } = desk();
    const data = join(folder(), 'demo.json');
    const nothing = { ...alone(), XDG_CONFIG_HOME: join(folder(), 'empty') };
    expect(await desk().mps('whoami', nothing)).toMatchObject({
      exitCode: 2,
      data: '',
      words: expect.stringContaining('mps login'),
    });
    writeFileSync(data, JSON.stringify({ secret_key: merchant.secretKey, base_url: app.baseUrl }));

    expect(jsonOf(await desk().mps('whoami --json', nothing))).toMatchObject({
      from: 'DATA_DIR/demo.json',
      merchant: 'Corner Shop',
    });
    expect(existsSync(join(folder(), 'empty'))).toBe(false);
  });
});

describe('mps doctor', () => {
  it('finds a service that is well', async () => {
    const ended = await desk().mps('doctor --json');
    const checks = JSON.parse(ended.data) as { check: string; state: string }[];

    expect(ended.exitCode).toBe(0);
    expect(Object.fromEntries(checks.map(({ check, state }) => [check, state]))).toEqual({
      node: 'ok',
      profiles: 'ok',
      address: 'ok',
      clock: 'ok',
      key: 'ok',
      webhook: 'warning',
    });
  });

  it.each([
    ['18.20.8', 'failed'],
    ['20.11.1', 'failed'],
    ['20.17.0', 'failed'],
    ['20.18.0', 'ok'],
    ['21.7.3', 'failed'],
    ['22.7.0', 'failed'],
    ['22.8.0', 'ok'],
    ['26.0.0', 'ok'],
  ])('finds Node %s %s', (version, state) => {
    expect(checkNode(version)).toMatchObject({ state, found: version });
  });

  it('says what is wrong and what to do', async () => {
    expect(await desk().mps('doctor --key sk_test_wrong')).toMatchObject({
      exitCode: 8,
      words: expect.stringContaining('mps login'),
    });
    expect(await desk().mps('doctor --base-url http://127.0.0.1:1')).toMatchObject({
      exitCode: 8,
      words: expect.stringContaining('Start the service'),
    });
    expect((await desk().mps('doctor --base-url http://pay.example.test')).data).toMatch(/tls +failed/);
  });
});

describe('mps open', () => {
  it('prints the address', async () => {
    expect(await desk().mps('open docs')).toMatchObject({
      exitCode: 0,
      data: `${desk().app.baseUrl}/docs\n`,
      words: '',
    });
    expect(
      await desk().mps('open dashboard --json', { MPS_DASHBOARD_URL: 'https://dashboard.example.test/' }),
    ).toMatchObject({
      data: expect.stringContaining('"https://dashboard.example.test/dashboard"'),
    });
    expect(await desk().mps('open moon')).toMatchObject({ exitCode: 2, data: '' });
  });
});
