import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCatalogue } from '../../../../generated/error-catalogue.ts';
import { eventGroups } from '../../../../generated/event-registry.ts';
import { operations } from '../../../../generated/operations.ts';
import { versionChain } from '../../../../src/versions/chain.ts';
import { aVisitor, openBrowser, seenIn, type Visitor, violationsOf, windows } from '../browser.ts';
import { type Docs, serveDocs } from './built.ts';

let docs: Docs;
let browser: Browser;

beforeAll(async () => {
  docs = await serveDocs();
  browser = await openBrowser();
}, 300_000);
afterAll(async () => {
  await browser?.close();
  docs?.close();
});

const events = eventGroups.flatMap((group) => group.events.map(({ id }) => id));
const phone = { viewport: { width: 390, height: 844 } };
const desk = { viewport: { width: 1280, height: 900 } };
/** One page of each kind. */
const kinds = [
  '/docs',
  '/docs/guides/take-a-payment',
  '/docs/guides/receive-webhooks',
  '/docs/operations',
  '/docs/operations/checkout/createCheckout',
  '/docs/operations/payout-batches/createPayoutBatch',
  '/docs/events',
  '/docs/events/payment.capture.completed',
  '/docs/errors',
  '/docs/errors/INSUFFICIENT_BALANCE',
  '/docs/testing',
  '/docs/changelog',
  '/docs/downloads',
  '/docs/command-line',
];

async function opened(path: string, options: BrowserContextOptions = desk) {
  const visitor = await aVisitor(browser, { baseUrl: docs.baseUrl, ...options });
  const answer = await visitor.page.goto(`${docs.baseUrl}${path}`);
  expect([path, answer?.status()]).toEqual([path, 200]);
  return visitor;
}

const status = async (path: string): Promise<number> => (await fetch(`${docs.baseUrl}${path}`)).status;

const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');

/** The built pages: address → HTML. */
function builtPages(): ReadonlyMap<string, string> {
  const files = readdirSync(docs.folder, { recursive: true, encoding: 'utf8' });
  const pages = files.filter((file) => file.endsWith('.html') && file !== 'reference.html');
  return new Map(
    pages.map((file) => [
      `/docs/${file}`.replace(/(\/index)?[.]html$/, ''),
      readFileSync(join(docs.folder, file), 'utf8'),
    ]),
  );
}

const idsIn = (page: string): ReadonlySet<string> =>
  new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id));
const linksIn = (page: string): readonly string[] =>
  [...page.matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'));

describe('each kind of page', () => {
  // A window for each would start a process for each, which costs as much as all that is looked at in it.
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await aVisitor(browser, { baseUrl: docs.baseUrl });
  });
  afterAll(() => visitor.context.close());

  it.each(kinds)('passes the accessibility check on a phone and on a wide screen: %s', async (path) => {
    const { page, complaints } = visitor;
    for (const window of windows) {
      await seenIn(page, window);
      // A script sets the colours while the page loads.
      const answer = await page.goto(`${docs.baseUrl}${path}`);

      expect(answer?.status()).toBe(200);
      expect(await page.locator('html').getAttribute('data-theme')).toBe(window.colorScheme);
      expect(await violationsOf(page)).toEqual([]);
      expect(await isTooWide(page)).toBe(false);
    }
    expect(complaints).toEqual([]);
  });
});

describe('the site', () => {
  it('has a page, and its twin in Markdown, for every operation, event and error code', async () => {
    const paths = [
      ...Object.entries(operations).map(([id, { tag }]) => `operations/${tag}/${id}`),
      ...events.map((id) => `events/${id}`),
      ...Object.keys(errorCatalogue).map((code) => `errors/${code}`),
    ];
    const answers = await Promise.all(
      paths
        .flatMap((path) => [path, `${path}.md`])
        .map(async (path) => [path, await status(`/docs/${path}`)]),
    );

    expect(answers.filter(([, code]) => code !== 200)).toEqual([]);
    expect(paths.length).toBeGreaterThan(280);
  });

  it('has no dead link, and none to another host', async () => {
    const pages = builtPages();
    const ids = new Map([...pages].map(([path, page]) => [path, idsIn(page)]));
    const links = [...pages].flatMap(([path, page]) => linksIn(page).map((link) => ({ path, link })));
    const others = links.filter(({ link }) => /^(https?:)?\/\//.test(link));
    const inside = links.filter(({ link }) => link.startsWith('/') || link.startsWith('#'));
    const files = new Set(inside.map(({ link }) => link.split('#')[0] ?? '').filter((link) => link !== ''));
    const found = await Promise.all(
      [...files].filter((file) => !pages.has(file)).map(async (file) => [file, await status(file)] as const),
    );
    const anchors = inside.filter(({ path, link }) => {
      const [page = '', anchor = ''] = link.split('#');
      const known = ids.get(page === '' ? path : page);
      return anchor !== '' && known !== undefined && !known.has(decodeURIComponent(anchor));
    });

    expect(found.filter(([, code]) => code !== 200)).toEqual([]);
    expect(anchors).toEqual([]);
    expect(others.filter(({ link }) => !link.startsWith('http://localhost'))).toEqual([]);
    expect(pages.size).toBeGreaterThan(300);
  });

  it('heads no column of a table with an empty heading', () => {
    const empty = [...builtPages()].filter(([, page]) => /<th[^>]*><\/th>/.test(page));

    expect(empty.map(([path]) => path)).toEqual([]);
  });

  it('has an anchor for every supported version, to which the headers of a deprecated one lead', () => {
    const changelog = builtPages().get('/docs/changelog') ?? '';

    for (const date of versionChain().supported) expect(idsIn(changelog)).toContain(date);
  });

  it.each([
    ['an error code', 'INSUFFICIENT_BALANCE', '/docs/errors/INSUFFICIENT_BALANCE'],
    ['an event', 'payment.capture.completed', '/docs/events/payment.capture.completed'],
    ['an operation', 'Create a checkout session', '/docs/operations/checkout/createCheckout'],
    ['an operation by its id', 'createCheckout', '/docs/operations/checkout/createCheckout'],
  ])('finds %s by its own search', async (_what, words, path) => {
    const { page, complaints, context } = await opened('/docs');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByPlaceholder('Search').fill(words);
    const result = page.locator(`a[href^="${path}"]`).first();
    await result.waitFor();
    await result.click();
    await page.waitForURL(`${docs.baseUrl}${path}**`);

    expect(complaints).toEqual([]);
    await context.close();
  });

  it('shows one language of a sample, by the keyboard too, and remembers it', async () => {
    const { page, complaints, context } = await opened('/docs/operations/checkout/createCheckout');
    await page.getByRole('tab', { name: 'curl' }).focus();
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight');

    expect(await page.getByRole('tab', { selected: true }).innerText()).toBe('Python');
    expect(await page.getByRole('tabpanel').innerText()).toContain('from merchant_payments import Payments');
    await page.goto(`${docs.baseUrl}/docs/operations/refunds/getRefund`);
    expect(await page.getByRole('tab', { selected: true }).innerText()).toBe('Python');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('colours code, and breaks long names between their words', async () => {
    const { page, context } = await opened('/docs/errors/INSUFFICIENT_BALANCE', phone);
    const colours = await page.evaluate<readonly string[]>(
      '[...document.querySelectorAll("pre span")].map((word) => getComputedStyle(word).color)',
    );
    const heading = page.locator('h1');

    expect(new Set(colours).size).toBeGreaterThan(2);
    expect(await heading.innerText()).toBe('INSUFFICIENT_BALANCE');
    expect(await heading.innerHTML()).toContain('INSUFFICIENT_<wbr>BALANCE');
    await context.close();
  });

  it('cuts no code off on paper, which does not scroll', async () => {
    const { page, context } = await opened('/docs/guides/receive-webhooks', phone);
    const tooLong = () =>
      page.evaluate<number>(
        '[...document.querySelectorAll("pre")].filter((code) => code.scrollWidth > code.clientWidth).length',
      );
    const onScreen = await tooLong();
    await page.emulateMedia({ media: 'print' });

    expect(onScreen).toBeGreaterThan(0);
    expect(await tooLong()).toBe(0);
    await context.close();
  });

  it('shows the meaning of every field of an event without scrolling on a desktop', async () => {
    const { page, context } = await opened('/docs/events/payment.capture.completed');
    const [shown, needed] = await page.evaluate<readonly number[]>(
      '(({ clientWidth, scrollWidth }) => [clientWidth, scrollWidth])([...document.querySelectorAll(".wide")].at(-1))',
    );

    expect(needed).toBe(shown);
    expect(await page.locator('td code', { hasText: 'phone_masked' }).innerHTML()).toBe(
      'data.<wbr>payment_<wbr>method.<wbr>phone_<wbr>masked',
    );
    await context.close();
  });

  it('puts a test key of the reader into the samples, and keeps it nowhere', async () => {
    const { page, complaints, context } = await opened('/docs/operations/checkout/createCheckout');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const field = page.getByLabel('Your test key');
    const copied = page.locator('[data-language="sh"] ~ .copy button').first();
    const shown = async (): Promise<readonly string[]> =>
      await page.locator('.code-tabs pre').allInnerTexts();
    const before = await shown();
    const code = await copied.getAttribute('data-code');

    await field.fill('sk_live_0123456789abcdef');
    expect([await field.inputValue(), await shown()]).toEqual(['', before]);
    expect(await page.getByText('That is a live key').isVisible()).toBe(true);
    await field.fill('sk_test_0123456789abcdef');
    const texts = await page.locator('.code-tabs pre').allTextContents();
    // In Go, a key in place of the setting would leave an import that nothing uses.
    expect(texts.filter((text) => text.includes('sk_test_0123456789abcdef'))).toHaveLength(7);
    expect(texts.filter((text) => text.includes('API_KEY'))).toEqual([
      expect.stringContaining('os.Getenv("API_KEY")'),
    ]);
    expect(await copied.getAttribute('data-code')).toBe(
      code?.replace('$API_KEY', 'sk_test_0123456789abcdef'),
    );
    expect(
      await page.evaluate<string>('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])'),
    ).not.toContain('sk_test');
    await field.fill('');
    expect([await shown(), await copied.getAttribute('data-code')]).toEqual([before, code]);
    // The search may still be loading its own program.
    expect([asked.filter((url) => !url.includes('/_astro/')), complaints]).toEqual([[], []]);
    await context.close();
  });

  it('can be read without script, with the samples of all languages', async () => {
    const { page, context } = await opened('/docs/operations/checkout/createCheckout', {
      ...phone,
      javaScriptEnabled: false,
    });

    expect(await page.locator('h1').innerText()).toBe('Create a checkout session');
    for (const text of ['curl -X POST', 'new Payments(', 'http.NewRequest', 'HttpClient()'])
      expect(await page.getByText(text).first().isVisible()).toBe(true);
    await context.close();
  });

  it('keeps each test number in one line on a phone', async () => {
    const { page, context } = await opened('/docs/testing', phone);
    const tall = await page
      .locator('td code')
      .evaluateAll((cells) =>
        cells.filter((cell) => cell.getClientRects().length > 1).map((cell) => cell.textContent),
      );

    expect(tall).toEqual([]);
    await context.close();
  });
});
