/**
 * Does what a new integrator does, from the documentation alone: clones this repository into an empty folder, starts the service as
 * the quick start says, reads the guide "Build a shop" from the service, and does everything that it says, in Node and in Python.
 * Prints how many steps and minutes each takes. It needs the registries of npm and PyPI.
 *
 *   npm run docs:newcomer -- [--only Node]
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { env as own } from 'node:process';
import { parseArgs } from 'node:util';
import { openBrowser } from '../../../test/src/pages/browser.ts';
import { type Followed, follow, type Language, languages } from './follow.ts';
import { sectionOf, stepsOf, wordsIn } from './guide.ts';
import { openTerminal, type Terminal } from './terminal.ts';

const { only } = parseArgs({ options: { only: { type: 'string' } } }).values;
const wanted = languages.filter((language) => only === undefined || language === only);
const root = resolve(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'newcomer-'));
const browser = await openBrowser();
let terminal: Terminal | undefined;
try {
  execFileSync('git', ['clone', '--quiet', root, 'service'], { cwd: folder });
  terminal = openTerminal({ cwd: join(folder, 'service'), env: environment() });
  const { baseUrl, seconds } = await start(terminal);
  const guide = await read(`${baseUrl}/docs/guides/build-a-shop.md`);
  for (const language of wanted) {
    const place = { folder: join(folder, 'service'), env: environment() };
    const followed = await follow({ guide, language, baseUrl, browser, ...place });
    process.stdout.write(reportOf(language, followed, seconds));
  }
} finally {
  await browser.close();
  await terminal?.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Nothing that this process was given: no settings of a service, and no programs of this checkout. */
function environment(): NodeJS.ProcessEnv {
  const path = (own['PATH'] ?? '').split(delimiter).filter((place) => !place.includes('node_modules'));
  return { PATH: path.join(delimiter), HOME: own['HOME'], LANG: 'C.UTF-8' };
}

/** The first step of the quick start. */
async function start(place: Terminal): Promise<{ readonly baseUrl: string; readonly seconds: number }> {
  const quickStart = readFileSync(join(folder, 'service/docs/guides/start/quick-start.md'), 'utf8');
  const first = sectionOf(quickStart, '1. Start the service');
  const startedAt = performance.now();
  let baseUrl = '';
  for (const step of stepsOf(first)) {
    if (step.does !== 'type') continue;
    const output = await place.leaveRunning(step.commands, /http:\/\/localhost:\d+\/v1/);
    baseUrl = /(http:\/\/localhost:\d+)\/v1/.exec(output())?.[1] ?? '';
  }
  const seconds = (performance.now() - startedAt) / 1000;
  process.stdout.write(
    `Service: 1 command, ${wordsIn(first)} words to read, ${inMinutes(seconds)} until ${baseUrl} answers\n`,
  );
  return { baseUrl, seconds };
}

/** The service builds the documentation in the background when it starts for the first time. */
async function read(address: string): Promise<string> {
  for (;;) {
    const answer = await fetch(address);
    if (answer.ok) return await answer.text();
    if (answer.status !== 503) throw new Error(`${answer.status} ${address}`);
    await new Promise((done) => setTimeout(done, 1000));
  }
}

function reportOf(language: Language, followed: Followed, before: number): string {
  const { commands, files, inBrowser, words, seconds, shop, printed } = followed;
  const steps = commands + files + inBrowser;
  return [
    `${language}: ${steps} steps (${commands} blocks of commands, ${files} file, ${inBrowser} in the browser), ${words} words to read`,
    `  ${inMinutes(seconds)} of the machine, ${inMinutes(before + seconds)} with the start of the service`,
    `  the shop: ${shop.trim().split('\n').join(' | ')}`,
    `  an event without a signature: ${printed.at(-1)?.trim()}\n`,
  ].join('\n');
}

function inMinutes(seconds: number): string {
  return `${(seconds / 60).toFixed(1)} minutes`;
}
