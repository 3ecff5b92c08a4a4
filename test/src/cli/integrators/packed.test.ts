import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { env } from 'node:process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkNode } from '../../../../src/cli/integrators/about/checks.ts';
import { deskForFile } from './shop.ts';

const desk = deskForFile();
const root = resolve(import.meta.dirname, '../../../..');
const folder = mkdtempSync(join(tmpdir(), 'mps-packed-'));
const run = promisify(execFile);

/** The Node of the tests, and every other one of this machine that the package promises to run on. */
const found = [
  process.execPath,
  '/usr/bin/node',
  '/usr/local/bin/node',
  ...(env['MPS_NODES'] ?? '').split(':'),
];
const nodes = new Map(
  found
    .filter((path) => path !== '' && existsSync(path))
    .map((path) => [execFileSync(path, ['--version']).toString().trim(), path] as const)
    .filter(([version]) => checkNode(version.slice(1)).state === 'ok'),
);

beforeAll(async () => {
  const { stdout } = await run(
    process.execPath,
    [join(root, 'scripts/clients/pack-cli.ts'), '--out', folder],
    {
      cwd: root,
    },
  );
  const shop = join(folder, 'shop');
  execFileSync('mkdir', [shop]);
  writeFileSync(join(shop, 'package.json'), '{"private":true}');
  const install = ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', stdout.trim()];
  await run('npm', install, { cwd: shop, env: { PATH: env['PATH'], HOME: folder } });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const typed = async (node: string, verb: string) => {
  const program = join(folder, 'shop/node_modules/.bin/mps');
  const { stdout } = await run(node, [program, ...verb.split(' ')], {
    cwd: join(folder, 'shop'),
    env: { PATH: '', ...desk().env },
  });
  return stdout;
};

describe('the package of the command line', () => {
  it('brings nothing else along', () => {
    expect(readdirSync(join(folder, 'shop/node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      '@merchant-payments',
    ]);
    expect(readdirSync(join(folder, 'shop/node_modules/@merchant-payments'))).toEqual(['cli']);
  });

  it('promises no Node that lacks what it uses', () => {
    const path = join(folder, 'shop/node_modules/@merchant-payments/cli/package.json');

    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ engines: { node: '^20.18 || >=22.8' } });
  });

  it.each([...nodes])('runs on Node %s', async (_version, node) => {
    const version = await typed(node, '--version');
    const whoami = JSON.parse(await typed(node, 'whoami --json')) as object;
    const triggered = JSON.parse(await typed(node, 'trigger payment.capture.completed --json')) as {
      event: string;
    };
    const heard = await typed(node, 'listen --since 10m --events payment.capture.completed --once 1 --json');
    const called = JSON.parse(await typed(node, `call getEvent ${triggered.event}`)) as object;
    const map = JSON.parse(await typed(node, '--map=json')) as { commands: { name: string }[] };

    expect(version).toMatch(/^\d+\.\d+\.\d+, API version 2026-01-01\n$/);
    expect(whoami).toMatchObject({ merchant: 'Corner Shop' });
    expect(JSON.parse(heard)).toMatchObject({ type: 'payment.capture.completed' });
    expect(called).toMatchObject({ id: triggered.event });
    expect(map.commands.map(({ name }) => name)).not.toContain('migrate');
  });
});
