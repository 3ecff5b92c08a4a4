import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { expect } from 'vitest';
import { openTerminal, type Terminal } from '../../../../scripts/docs/newcomer/terminal.ts';
import { soon } from '../../../support/checks/soon.ts';
import { aFreePort, compileCache, startProcess } from '../../../support/service/process.ts';

// Pictures of the terminals of the quick start: a new service, and the guide's own commands.

const root = resolve(import.meta.dirname, '../../../..');
const usual = 'http://localhost:3000';

/** Starts a new service, follows the quick start, and writes a picture of the terminal of each step. Returns what is on them. */
export async function writeTerminals(browser: Browser, folder: string): Promise<readonly string[]> {
  const place = mkdtempSync(join(tmpdir(), 'quick-start-'));
  const environment = { ...compileCache, NO_COLOR: '1', DATA_DIR: join(place, '.data') };
  const service = await startProcess(environment.DATA_DIR, await aFreePort(), environment);
  const env = { ...environment, HOME: place, PATH: `${dirname(process.execPath)}:/usr/bin:/bin` };
  const terminals = [openTerminal({ cwd: place, env }), openTerminal({ cwd: place, env })] as const;
  try {
    const shown = await followed(terminals, service.baseUrl);
    const texts = { start: `$ npm ci && npm start\n\n${bannerIn(service.output())}`, ...shown };
    for (const [name, text] of Object.entries(texts)) {
      const neutral = withoutSecrets(text).replaceAll(service.baseUrl, usual).replaceAll(`${place}/`, '');
      await photograph(browser, neutral, resolve(folder, `terminal-${name}.jpg`));
    }
    return Object.values(texts).map(withoutSecrets);
  } finally {
    for (const terminal of terminals) await terminal.close();
    await service.terminate();
    rmSync(place, { recursive: true, force: true });
  }
}

/** What stands in the terminals after the steps 2, 3 and 4. */
async function followed([own, third]: readonly [Terminal, Terminal], baseUrl: string) {
  const [, key = '', create = '', , pay = ''] = commandsOfTheGuide();
  // An answer of the service does not end its line.
  const run = async (commands: string): Promise<string> =>
    (await own.type(`${commands.trimEnd().replaceAll(usual, baseUrl)}\necho`)).trim();
  const type = async (commands: string): Promise<string> => `${prompted(commands)}${await run(commands)}\n`;
  const taken = `${await type(key)}${await type('echo $KEY\n')}`;
  const created = `${await type(create)}${await type('cat checkout.json\n')}`;
  const mps = `node ${join(root, 'src/cli/index.mjs')} listen --base-url ${baseUrl}`;
  const heard = await third.leaveRunning(mps, /Ctrl-C/);
  await run(pay);
  await soon(() => {
    expect(heard()).toContain('payment.capture.completed');
  });
  return { key: taken, checkout: created, listen: `$ npx mps listen\n${heard()}` };
}

function commandsOfTheGuide(): readonly string[] {
  const guide = readFileSync(join(root, 'docs/guides/start/quick-start.md'), 'utf8');
  return [...guide.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block);
}

/** What the service prints for a person, without its log. */
const bannerIn = (output: string): string =>
  /^ {2}Merchant Payments Service [^]*?npx mps listen$/m.exec(output)?.[0] ?? '';

/** Commands as a terminal shows them: a new prompt for each, and none for the lines that continue one. */
const prompted = (commands: string): string => commands.replaceAll(/^(?=\S)/gm, '$ ');

/** The pictures are published: no key and no password stands in them. */
function withoutSecrets(text: string): string {
  return text
    .replaceAll(/\b(sk|pk)_test_\w+/g, '$1_test_…')
    .replaceAll(/(\S+@\S+ \/ )\S+/g, '$1…')
    .replaceAll(/\bwhsec_\w+/g, 'whsec_…');
}

/** As wide as a phone. The letters stay larger than 14 px where the page leaves a margin. */
async function photograph(browser: Browser, text: string, path: string): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 390, height: 300 }, deviceScaleFactor: 1.5 });
  const page = await context.newPage();
  const style =
    'body{margin:0}main{background:#16211d;color:#e8f1ed;padding:10px;border-top:22px solid #33443d}pre{margin:0;font:16px/1.4 monospace;white-space:pre-wrap;overflow-wrap:anywhere}';
  await page.setContent(`<!doctype html><style>${style}</style><main><pre></pre></main>`);
  await page.locator('pre').evaluate((pre, words) => (pre.textContent = words), text.trim());
  await page.locator('main').screenshot({ path, type: 'jpeg', quality: 55 });
  await context.close();
}
