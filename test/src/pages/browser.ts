import { existsSync, readFileSync } from 'node:fs';
import { env } from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import chromiumFromNpm from '@sparticuz/chromium';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';

/** No browser sandbox, since containers run as root. The package's own arguments would also switch off web security. */
const args = ['--no-sandbox', '--disable-gpu', '--no-zygote', '--headless=shell'];

/** A busy machine is slow, not wrong. */
const patienceMs = 120_000;

/** Another test file may still be unpacking the same program, so starting it is tried again. */
const unpackingMs = 500;
const mostTries = 20;

/** Starts the Chromium from npm, or else the one of `CHROMIUM_PATH` or of Debian. */
export async function openBrowser(): Promise<Browser> {
  const fromNpm = await chromiumFromNpm.executablePath().catch(() => undefined);
  const places = [
    { path: fromNpm, tries: mostTries },
    { path: env['CHROMIUM_PATH'], tries: 1 },
    { path: '/usr/bin/chromium', tries: 1 },
  ];
  for (const { path, tries } of places) {
    const browser = path !== undefined && existsSync(path) && (await launched(path, tries));
    if (browser) return browser;
  }
  throw new Error('No Chromium runs here. Install one and name it: CHROMIUM_PATH=/usr/bin/chromium');
}

async function launched(executablePath: string, tries: number): Promise<Browser | undefined> {
  for (let tried = 1; tried <= tries; tried += 1) {
    const browser = await chromium.launch({ executablePath, args }).catch(() => undefined);
    if (browser) return browser;
    if (tried < tries) await setTimeout(unpackingMs);
  }
  return undefined;
}

export type Visitor = {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What a page must never do: violate its content policy, throw, or contact another host. */
  readonly complaints: string[];
};

/** A customer with a browser of their own. */
export async function aVisitor(
  browser: Browser,
  about: { baseUrl: string } & BrowserContextOptions,
): Promise<Visitor> {
  const { baseUrl, ...options } = about;
  const context = await browser.newContext(options);
  context.setDefaultTimeout(patienceMs);
  const complaints: string[] = [];
  context.on('request', (request) => {
    const address = request.url();
    const own = address.startsWith(baseUrl) || address.startsWith('data:');
    if (!own) complaints.push(`contacted another host: ${address}`);
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(`threw: ${error.message}`));
  page.on('console', (message) => {
    if (/Content Security Policy|integrity/i.test(message.text())) complaints.push(message.text());
  });
  return { context, page, complaints };
}

export async function openDetails(page: Page): Promise<void> {
  for (const closed of await page.locator('summary').all()) await closed.click();
}

/** The windows that every page must suit. */
export const windows = [
  { width: 390, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const;

/**
 * Gives a page that is open another width and other colours, as when a phone is turned. Loading it again would take longer than all
 * that is looked at in it.
 */
export async function seenIn(
  page: Page,
  { width, colorScheme }: { width: number; colorScheme: 'light' | 'dark' },
): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  // Without motion: a colour on its way from light to dark is neither.
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
}

/** axe itself, which looks at no frames: no page of ours has one. The package that runs it for Playwright takes three times as long. */
const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** What the accessibility check finds wrong with a page, each with its first element. */
export async function violationsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe);
  return page.evaluate<string[]>(violations);
}

/** Runs in the browser. What passes is checked all the same, but not described. */
const violations = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`;
