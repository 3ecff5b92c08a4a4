import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, get as request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import express from 'express';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { eventGroups, registryVersion } from '../../../../generated/event-registry.ts';
import { operations } from '../../../../generated/operations.ts';
import { piecesAt, Readers, sampleAddress, textAt } from '../../../../src/pages/docs/documents.ts';
import { docsRoutes } from '../../../../src/pages/docs/routes.ts';
import type { verifyWebhook as verify } from '../../../../src/sdk/webhooks.ts';
import { bytesOf, published } from '../../sdk/vectors.ts';
import { aVisitor, openBrowser, violationsOf } from '../browser.ts';
import { type Docs, root, serveDocs } from './built.ts';

type Journeys = {
  readonly sourceDescriptions: readonly { readonly url: string }[];
  readonly workflows: readonly { readonly steps: readonly { readonly operationId: string }[] }[];
};

const events = eventGroups.flatMap((group) => group.events.map(({ id }) => id));
let docs: Docs;
let baseUrl: string;
let browser: Browser;

beforeAll(async () => {
  docs = await serveDocs();
  ({ baseUrl } = docs);
  browser = await openBrowser();
}, 300_000);

afterAll(async () => {
  await browser?.close();
  docs?.close();
});

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
    const source = await readFile(join(docs.folder, 'reference.html'), 'utf8');

    for (const name of [...Object.keys(operations), ...events]) expect(source).toContain(name);
    expect(source).toContain('"disableTelemetry":true');
  });
});

describe('the downloads', () => {
  it('offer both API documents of the version for download', async () => {
    const answer = await get(`/docs/${registryVersion}/openapi.yaml`);

    expect(answer.headers.get('content-disposition')).toContain(`${registryVersion}-openapi.yaml`);
    expect(await answer.text()).toBe(await readFile(join(root, 'openapi.yaml'), 'utf8'));
  });

  it('offer the events in a document that needs no second file, and says what the written one says', async () => {
    const answer = await get(`/docs/${registryVersion}/webhooks.yaml`);
    const text = await answer.text();

    // Saved under this name, it finds no ./openapi.yaml beside it.
    expect(answer.headers.get('content-disposition')).toContain(`${registryVersion}-webhooks.yaml`);
    expect(text).not.toContain('openapi.yaml#');
    const written = JSON.parse(await readFile(join(root, 'generated/webhooks.json'), 'utf8'));
    expect(parse(text)).toEqual(written);
    // To readers of YAML 1.1, a date without quotes is no text.
    expect(parse(text, { version: '1.1' })).toEqual(written);
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
    expect(await (await get('/docs/downloads')).text()).toContain(
      `redocly/cli respect ${baseUrl}/docs/${registryVersion}/journeys.arazzo.yaml`,
    );
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

  it.each([
    '/docs/1999-01-01/openapi.yaml',
    '/docs/..%2f..%2fpackage.json/openapi.yaml',
    '/docs/reference.yaml/x',
    '/docs/x',
    '/docs/site.json/../../demo.json',
    '/docs/..%2fdemo.json',
    '/docs/%2e%2e/demo.json',
  ])('answer %s with a 404 page', async (path) => {
    const answer = await get(path);

    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(answer.headers.get('content-disposition')).toBeNull();
  });
});

/** An answer byte by byte: `fetch` would decode it, and sets the Host header itself. */
async function raw(path: string, headers: Readonly<Record<string, string>>, at = baseUrl) {
  const [answer] = (await once(request(`${at}${path}`, { headers }), 'response')) as [IncomingMessage];
  const bytes = Buffer.concat(await answer.toArray());
  return { status: answer.statusCode, headers: answer.headers, bytes };
}

describe('the documents', () => {
  it.each([
    ['/docs/reference', 1_100_000],
    ['/docs/docs.css', 4000],
    ['/docs', 14_000],
    ['/docs/operations/checkout/createCheckout', 20_000],
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
    expect(text).not.toContain('<script>x');
  });
});

describe('readers at many addresses', () => {
  it('all get the text, and a few get it compressed: each is a text of its own, and those stay in memory', async () => {
    const server = createServer(express().use('/docs', docsRoutes({ dataDir: join(docs.folder, '..') })));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const read = (n: number) => raw('/docs', { host: `shop-${n}.example`, 'accept-encoding': 'br' }, at);

    const answers = [];
    for (const n of [1, 2, 3, 4, 5, 6, 1]) answers.push(await read(n));
    server.close();

    const codings = answers.map(({ headers }) => headers['content-encoding']);
    expect(codings).toEqual(['br', 'br', 'br', 'br', undefined, undefined, 'br']);
    expect(answers[5]?.bytes.toString()).toContain('curl -s http://shop-6.example/v1/checkout/create');
  });

  it('make room when they have not read for an hour', () => {
    const readers = new Readers();
    const first = ['a', 'b', 'c', 'd'].map((address) => readers.has(address, 0));
    const later = [readers.has('a', 3_600_000), readers.has('e', 3_600_000), readers.has('e', 3_600_001)];

    expect([first, later]).toEqual([
      [true, true, true, true],
      [true, false, true],
    ]);
  });

  it('get the same text piece by piece, wherever our address stands in it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'payments-pieces-'));
    const file = join(folder, 'page.md');
    for (let cut = 0; cut <= sampleAddress.length; cut += 1) {
      await writeFile(file, `é${'x'.repeat(65_534 - cut)}${sampleAddress}/v1 é`);
      const pieces: Buffer[] = [];
      for await (const piece of piecesAt('https://shop.example', file)) pieces.push(piece);
      expect(Buffer.concat(pieces).equals(await textAt('https://shop.example', file))).toBe(true);
    }
    expect((await textAt('https://shop.example', file)).toString()).toMatch(/xhttps:\/\/shop.example\/v1 é$/);
    await rm(folder, { recursive: true });
  });
});

describe('the root', () => {
  it('says what this is and leads to the documentation', async () => {
    const { page, complaints, context } = await aVisitor(browser, { baseUrl });
    await page.goto(baseUrl);

    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Documentation' }).click();
    await page.getByRole('heading', { name: 'Merchant Payments', level: 1 }).waitFor();

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

describe('before the documentation is built', () => {
  it('says so: the page that is being built comes by itself, and a page that was never built names the command', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'docs-'));
    const server = createServer(express().use('/docs', docsRoutes({ dataDir }))).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const asked = async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/docs/operations`);
      return [answer.status, answer.headers.get('retry-after'), await answer.text()] as const;
    };
    const never = await asked();
    await writeFile(join(dataDir, 'docs.building'), '');
    const soon = await asked();
    server.close();
    await rm(dataDir, { recursive: true });

    expect([never[0], never[1]]).toEqual([404, null]);
    expect(never[2]).toContain('npm run docs');
    expect([soon[0], soon[1]]).toEqual([503, '5']);
    expect(soon[2]).toContain('http-equiv="refresh"');
  });
});
