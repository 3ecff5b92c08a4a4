import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, get as request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import express from 'express';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { errorCatalogue } from '../../../generated/error-catalogue.ts';
import { eventGroups, registryVersion } from '../../../generated/event-registry.ts';
import { operations } from '../../../generated/operations.ts';
import { rootRoutes } from '../../../src/pages/docs/root-routes.ts';
import { docsRoutes } from '../../../src/pages/docs/routes.ts';
import type { verifyWebhook as verify } from '../../../src/sdk/webhooks.ts';
import { versionChain } from '../../../src/versions/chain.ts';
import { bytesOf, published } from '../sdk/vectors.ts';
import { aVisitor, openBrowser, violationsOf } from './browser.ts';

type Journeys = {
  readonly sourceDescriptions: readonly { readonly url: string }[];
  readonly workflows: readonly { readonly steps: readonly { readonly operationId: string }[] }[];
};

const root = join(import.meta.dirname, '../../..');
const events = eventGroups.flatMap((group) => group.events.map(({ id }) => id));
let dataDir: string;
let server: Server;
let baseUrl: string;
let browser: Browser;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'docs-'));
  await promisify(execFile)(process.execPath, [join(root, 'scripts/docs.ts'), '--data-dir', dataDir]);
  server = createServer(express().use('/docs', docsRoutes({ dataDir })).use(rootRoutes())).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  baseUrl = `http://127.0.0.1:${port}`;
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  server?.close();
  await rm(dataDir, { recursive: true });
});

const between = (text: string, from: string, to: string): string => text.split(from)[1]?.split(to)[0] ?? '';
const unescaped = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

const get = (path: string): Promise<Response> => fetch(`${baseUrl}${path}`, { redirect: 'manual' });

describe('the reference', () => {
  it('works under its content policy, contacts no other host, and opens at an operation and at an event', async () => {
    const { page, complaints, context } = await aVisitor(browser, { baseUrl });

    for (const [anchor, heading] of [
      ['checkout/createcheckout', 'Create a checkout'],
      ['capital/oncapitalrepaid', 'Capital repaid'],
    ] as const) {
      await page.goto(`${baseUrl}/docs/reference#/${anchor}`);
      const found = page.locator('h2, h3').filter({ hasText: heading }).first();
      await found.waitFor();
      await expect.poll(() => found.boundingBox().then((box) => box?.y)).toBeLessThan(900);
    }

    expect(complaints).toEqual([]);
    await context.close();
  });

  it('shows samples for the address at which its reader is', async () => {
    const { page, context } = await aVisitor(browser, { baseUrl });

    await page.goto(`${baseUrl}/docs/reference#/checkout/createcheckout`);

    const sample = page.getByText(`curl -X POST "${baseUrl}/v1/checkout/create"`).first();
    await sample.waitFor();

    expect(await sample.innerText()).not.toContain('localhost:3000');
    await context.close();
  });

  it('contains every operation and every event, and sends no telemetry', async () => {
    const source = await readFile(join(dataDir, 'docs/reference.html'), 'utf8');

    for (const name of [...Object.keys(operations), ...events]) expect(source).toContain(name);
    expect(source).toContain('"disableTelemetry":true');
  });
});

describe('the pages of the documentation', () => {
  it('have an anchor for every error code and every event', async () => {
    const errors = await (await get('/docs/errors')).text();
    const catalogue = await (await get('/docs/events')).text();

    for (const code of Object.keys(errorCatalogue)) expect(errors).toContain(`id="${code}"`);
    for (const event of events) expect(catalogue).toContain(`id="${event}"`);
  });

  it('have an anchor for every supported version, to which the headers of a deprecated one lead', async () => {
    const changelog = await (await get('/docs/changelog')).text();

    for (const date of versionChain().supported) expect(changelog).toContain(`id="${date}"`);
  });

  it.each([
    '/docs',
    '/docs/webhooks',
    '/docs/events',
    '/docs/errors',
    '/docs/testing',
    '/docs/changelog',
    '/docs/return?status=completed',
  ])(
    'pass the accessibility check and have no script and no dead link: %s',
    async (path) => {
      const { page, complaints, context } = await aVisitor(browser, {
        baseUrl,
        viewport: { width: 320, height: 800 },
      });
      await page.goto(`${baseUrl}${path}`);

      const violations = await violationsOf(page);
      const links = await page
        .locator('a[href]')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
      const inside = links.filter((link) => link.startsWith('#'));
      const nowhere = await Promise.all(
        inside.map(async (link) => [link, await page.locator(`[id="${link.slice(1)}"]`).count()]),
      );
      const answers = await Promise.all(
        links.filter((link) => !link.startsWith('#')).map(async (link) => [link, (await get(link)).status]),
      );

      expect(violations).toEqual([]);
      expect(complaints).toEqual([]);
      expect(await page.locator('script').count()).toBe(0);
      expect(nowhere.filter(([, count]) => count !== 1)).toEqual([]);
      expect(answers.filter(([, status]) => status !== 200)).toEqual([]);
      await context.close();
    },
    60_000,
  );

  it('offer both API documents of the version for download', async () => {
    const answer = await get(`/docs/${registryVersion}/openapi.yaml`);

    expect(answer.headers.get('content-disposition')).toContain(`${registryVersion}-openapi.yaml`);
    expect(await answer.text()).toBe(await readFile(join(root, 'openapi.yaml'), 'utf8'));
    expect((await get(`/docs/${registryVersion}/webhooks.yaml`)).status).toBe(200);
  });

  it('offer journeys that name the contract beside them, and only operations of it', async () => {
    const answer = await get(`/docs/${registryVersion}/journeys.arazzo.yaml`);
    const text = await answer.text();
    const { sourceDescriptions, workflows } = parse(text) as Journeys;

    expect(answer.headers.get('content-disposition')).toBe('attachment; filename=journeys.arazzo.yaml');
    expect(sourceDescriptions.map(({ url }) => url)).toEqual(['openapi.yaml']);
    expect(
      workflows
        .flatMap(({ steps }) => steps.map(({ operationId }) => operationId))
        .filter((id) => !(id in operations)),
    ).toEqual([]);
    expect(await (await get('/docs')).text()).toContain(
      `redocly/cli respect ${baseUrl}/docs/${registryVersion}/journeys.arazzo.yaml`,
    );
  });

  it('show an example and every data field of each implemented event', async () => {
    const page = await (await get('/docs/events')).text();
    const groups: readonly { events: readonly { id: string; implemented: boolean }[] }[] = eventGroups;
    const live = groups.flatMap((group) => group.events).filter(({ implemented }) => implemented);

    const missing = live.flatMap(({ id }) => {
      const section = between(page, `<section id="${id}">`, '</section>');
      const table = between(page, `<table id="${between(section, 'is <a href="#', '"')}">`, '</table>');
      const example: { data: object } = JSON.parse(`{${unescaped(between(section, '<code>{', '</code>'))}`);
      const fields = Object.keys(example.data);
      return fields.filter((field) => !table.includes(`<tr><td><code>${field}</code></td>`));
    });

    expect(missing).toEqual([]);
    expect(live.length).toBeGreaterThan(25);
    expect(page).toContain('<td><code>net</code></td><td>string</td><td>The amount less the fee.');
  });

  it('offer the published vectors, and a module that agrees with them', async () => {
    const vectors = await get('/docs/webhook-vectors.json');
    const module = await get('/docs/webhooks.mjs');
    expect(module.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(await vectors.text()).toBe(await readFile(join(root, 'docs/webhook-vectors.json'), 'utf8'));

    const program = `data:text/javascript,${encodeURIComponent(await module.text())}`;
    const { verifyWebhook } = (await import(program)) as { verifyWebhook: typeof verify };

    const valid = published.vectors.filter((vector) => {
      const now = new Date(vector.now * 1000);
      try {
        return verifyWebhook({ ...vector, body: bytesOf(vector), now }).object === 'event';
      } catch (error) {
        return ['invalid_json', 'not_an_event'].includes(String(Reflect.get(Object(error), 'reason')));
      }
    });
    expect(valid).toEqual(published.vectors.filter((vector) => vector.valid));
  });

  it('show how to check a signature in every language of the guide', async () => {
    const page = await (await get('/docs/webhooks')).text();

    for (const name of ['Node', 'Python', 'PHP', 'Go', 'Java', 'Ruby', 'C#'])
      expect(page).toContain(`<h2>${name}</h2>`);
    expect(page).toContain('return false unless times.length == 1');
    expect(page).toContain('<td><code>timestamp_skew</code></td>');
  });

  it.each([
    '/docs/1999-01-01/openapi.yaml',
    '/docs/..%2f..%2fpackage.json/openapi.yaml',
    '/docs/reference.yaml/x',
    '/docs/x',
  ])('answer %s with a 404 page', async (path) => {
    const answer = await get(path);

    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(answer.headers.get('content-disposition')).toBeNull();
  });
});

/** An answer byte by byte: `fetch` would decode it, and sets the Host header itself. */
async function raw(path: string, headers: Readonly<Record<string, string>>) {
  const [answer] = (await once(request(`${baseUrl}${path}`, { headers }), 'response')) as [IncomingMessage];
  const bytes = Buffer.concat(await answer.toArray());
  return { status: answer.statusCode, headers: answer.headers, bytes };
}

describe('the documents', () => {
  it.each([
    ['/docs/reference', 1_100_000],
    ['/docs/docs.css', 4000],
    ['/docs', 2000],
    [`/docs/${registryVersion}/openapi.yaml`, 100_000],
    ['/docs/webhook-vectors.json', 20_000],
  ])('%s is sent in fewer than %i bytes to whoever can read them', async (path, most) => {
    const plain = await raw(path, {});
    const brotli = await raw(path, { 'accept-encoding': 'gzip, deflate, br' });
    const gzip = await raw(path, { 'accept-encoding': 'gzip' });

    expect(plain.headers['content-encoding']).toBeUndefined();
    expect([brotli, gzip].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip']);
    expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).toBe(true);
    expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true);
    expect(brotli.bytes.length).toBeLessThan(most);
    expect(plain.headers.vary).toContain('Accept-Encoding');
  });

  it('are not sent again to a reader who has them', async () => {
    const first = await raw('/docs/reference', { 'accept-encoding': 'br' });
    const again = { 'accept-encoding': 'br', 'if-none-match': String(first.headers.etag) };

    expect((await raw('/docs/reference', again)).status).toBe(304);
    expect((await raw('/docs/reference', { ...again, 'accept-encoding': 'gzip' })).status).toBe(200);
  });

  it.each([
    ['shop.example', 'http://shop.example/v1/checkout/create'],
    ['[::1]:3000', 'http://[::1]:3000/v1/checkout/create'],
    ['"><script>x</script>', 'http://localhost:3000/v1/checkout/create'],
    ['a/../b', 'http://localhost:3000/v1/checkout/create'],
  ])('show samples to a reader at "%s" with %s', async (host, shown) => {
    const text = (await raw('/docs', { host })).bytes.toString();

    expect(text).toContain(`curl -s ${shown}`);
    expect(text).not.toContain('<script>');
  });

  it('keep each row of the test numbers readable on a phone', async () => {
    const { page, context } = await aVisitor(browser, { baseUrl, viewport: { width: 390, height: 844 } });
    await page.goto(`${baseUrl}/docs/testing`);

    const tall = await page
      .locator('td')
      .evaluateAll((cells) =>
        cells
          .filter((cell) => cell.getBoundingClientRect().height > 28 && !cell.textContent.includes(' '))
          .map((cell) => cell.textContent),
      );

    expect(tall).toEqual([]);
    await context.close();
  });
});

describe('the root', () => {
  it('says what this is and leads to the documentation', async () => {
    const { page, complaints, context } = await aVisitor(browser, { baseUrl });
    await page.goto(baseUrl);

    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Documentation' }).click();
    await page.getByRole('heading', { name: 'From nothing to the first payment' }).waitFor();

    expect(complaints).toEqual([]);
    await context.close();
  });

  it('has an icon', async () => {
    const icon = await get('/favicon.ico');
    const bytes = Buffer.from(await icon.arrayBuffer());

    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/x-icon']);
    expect(bytes.subarray(0, 4).toString('hex')).toBe('00000100');
    expect(bytes.length).toBeLessThan(1000);
  });

  it('keeps crawlers away from the pages of customers', async () => {
    const robots = await (await get('/robots.txt')).text();

    expect(robots).toBe('User-agent: *\nAllow: /docs\nAllow: /$\nDisallow: /\n');
  });
});

describe('the addresses in the first curl command', () => {
  it('show the query of the return as text', async () => {
    const page = await (await get('/docs/return?checkout_id=chk_1&status=%3Cscript%3E')).text();

    expect(page).toContain('<th scope="row">checkout_id</th><td>chk_1</td>');
    expect(page).toContain('&lt;script&gt;');
  });

  it('accept an event with 204', async () => {
    const answer = await fetch(`${baseUrl}/docs/hook`, { method: 'POST', body: '{}' });

    expect(answer.status).toBe(204);
  });
});
