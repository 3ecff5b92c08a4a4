import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { env } from 'node:process';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { follow, type Language } from '../../../scripts/docs/newcomer/follow.ts';
import { sectionOf, stepsOf, wordsIn } from '../../../scripts/docs/newcomer/guide.ts';
import { startAtTakenPort } from '../../support/checks/taken-port.ts';
import { cloneDatabase, type TestDatabase } from '../../support/service/database.ts';
import { aFreePort, compileCache, type ServiceProcess, startProcess } from '../../support/service/process.ts';
import { openBrowser } from '../pages/browser.ts';
import { whyNot } from '../sdk/python/environment.ts';

const root = resolve(import.meta.dirname, '../../..');
const guide = readFileSync(join(root, 'docs/guides/start/build-a-shop.md'), 'utf8');
const noPython = whyNot();
/** The second starts the shop. The last is why the walk cannot be tested here; empty if it can. */
const shops = [
  ['Node', ['node', 'shop.mjs'], ''],
  ['Python', ['.venv/bin/python', 'shop.py'], noPython === undefined ? '' : ` (skipped: ${noPython})`],
] as const;
let database: TestDatabase;
let folder: string;
let own: Record<string, string>;
let service: ServiceProcess;
let browser: Browser;

/** The folder of a service that runs, as the quick start leaves it. What packs the clients is that of this checkout. */
beforeAll(async () => {
  database = await cloneDatabase();
  folder = mkdtempSync(join(tmpdir(), 'newcomer-'));
  const place = join(folder, 'service');
  mkdirSync(join(place, '.data'), { recursive: true });
  const scripts = Object.fromEntries(
    ['sdk', 'python'].map((name) => {
      mkdirSync(join(root, '.data', name), { recursive: true });
      symlinkSync(join(root, '.data', name), join(place, '.data', name));
      return [name, `node ${join(root, `scripts/clients/${name}.ts`)}`];
    }),
  );
  writeFileSync(join(place, 'package.json'), JSON.stringify({ private: true, scripts }));
  own = {
    ...compileCache,
    PATH: `${dirname(process.execPath)}:${env['PATH'] ?? ''}`,
    HOME: env['HOME'] ?? folder,
    DATABASE_URL: database.url,
    SECRET_KEY: database.secretKey,
    EGRESS_ALLOW: '127.0.0.0/8',
  };
  service = await startProcess(join(place, '.data'), await aFreePort(), own);
  const mps = [join(root, 'src/cli/index.mjs'), 'merchant', 'create', '--name', 'Demo Shop', '--json'];
  const options = { env: { ...own, DATA_DIR: join(place, '.data') } };
  const { stdout } = await promisify(execFile)(process.execPath, mps, options);
  writeFileSync(join(place, '.data/demo.json'), stdout);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await service?.terminate();
  await database?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function walk(language: Language) {
  const { PATH = '', HOME = '' } = own;
  return await follow({
    guide,
    language,
    folder: join(folder, 'service'),
    env: { PATH, HOME },
    baseUrl: service.baseUrl,
    browser,
  });
}

describe('a new integrator who follows the guide to building a shop', () => {
  for (const [language, start, skipped] of shops)
    it.skipIf(skipped !== '')(
      `takes a payment and verifies its webhook in ${language}${skipped}`,
      async () => {
        const { shop, printed, commands, files, inBrowser } = await walk(language);
        const place = join(folder, `shop-in-${language.toLowerCase()}`);
        const keys = { API_KEY: 'sk_test_any', WEBHOOK_SECRET: 'whsec_any' };
        const atTakenPort = await startAtTakenPort(start, { cwd: place, env: { ...own, ...keys } });

        expect(shop).toContain('verified payment.capture.completed: 10.0000 USD\n');
        // What anybody could have sent.
        expect(printed.at(-1)?.trim()).toBe('400');
        expect({ commands, files, inBrowser }).toEqual({ commands: 4, files: 1, inBrowser: 3 });
        expect(readFileSync(join(place, start[1]), 'utf8')).not.toMatch(/fetch\(|urllib|hmac/);
        expect(atTakenPort).toMatch(/EADDRINUSE|Address already in use/);
        expect(atTakenPort).not.toContain('The shop is at');
      },
    );
});

describe('a guide', () => {
  it('tells its reader what to type, what to save and what to do in a browser', () => {
    const page = `# T\n\nIn.\n\n## One\n\nIn another terminal:\n\n\`\`\`sh\nls\n\`\`\`\n\n\`\`\`js\n// a.mjs\n1;\n\`\`\`\n\nLeave it running:\n\n\`\`\`sh\nnode a.mjs\n\`\`\`\n\n1. Open it.\n\n## Two\n\nNo.\n`;
    const section = sectionOf(page, 'One');

    expect(stepsOf(section)).toEqual([
      { does: 'type', commands: 'ls\n', isLeftRunning: false, isInAnotherTerminal: true },
      { does: 'save', file: 'a.mjs', text: '// a.mjs\n1;\n' },
      { does: 'type', commands: 'node a.mjs\n', isLeftRunning: true, isInAnotherTerminal: false },
      { does: 'browse', words: 'Open it.' },
    ]);
    expect(wordsIn(section)).toBe(9);
    expect(() => sectionOf(page, 'Three')).toThrow('no section');
  });
});
