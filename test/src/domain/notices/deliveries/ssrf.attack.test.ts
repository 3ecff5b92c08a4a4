import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { createServer as createTlsServer } from 'node:tls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDeliverer, type Deliverer } from '../../../../../src/domain/notices/deliveries/deliver.ts';
import type { Context } from '../../../../../src/engine/context.ts';
import type { MerchantId } from '../../../../../src/engine/principal.ts';
import { createEgress } from '../../../../../src/platform/http/egress/egress.ts';
import {
  aCheckoutWith,
  aContext,
  anApp,
  aPaymentRow,
  happens,
} from '../../../../support/receivers/event-context.ts';
import { anIdentity } from '../../../../support/receivers/identity.ts';
import { type Answer, aNameServer, type NameServer } from '../../../../support/receivers/name-server.ts';
import { cloneDatabase, type TestDatabase } from '../../../../support/service/database.ts';

/**
 * Endpoints with internal addresses that were written directly into the database, past the check of the API, and host names whose
 * address changes. Their deliveries go through the queue, the worker and the address check as usual. Servers of this test, the
 * canaries, listen on internal addresses and must never get a connection.
 */
const captured = 'payment.capture.completed';
/** The address that stands for the public internet in this test. */
const outside = '127.0.0.2';
const identity = anIdentity('shop.example');

type Canary = { readonly server: Server; readonly place: string; knocks: number };

let database: TestDatabase;
let ctx: Context;
let names: NameServer;
let deliverer: Deliverer;
let shop: Server;
let port: number;
const canaries: Canary[] = [];
const seenOutside: string[] = [];

beforeAll(async () => {
  database = await cloneDatabase();
  names = await aNameServer();
  shop = createTlsServer(identity, (socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (text) => {
      seenOutside.push(text.toString('latin1'));
      const location = `https://127.0.0.1:${port}/`;
      const isTrap = text.toString('latin1').startsWith('POST /trap');
      socket.end(
        isTrap
          ? `HTTP/1.1 307 Elsewhere\r\nLocation: ${location}\r\n\r\n`
          : 'HTTP/1.1 204 No Content\r\n\r\n',
      );
    });
  });
  port = await listening(shop, outside, 0);
  for (const place of ['127.0.0.1', '::1', ...linkLocal()]) canaries.push(await aCanary(place));
  const egress = createEgress({ allow: [`${outside}/32`], ports: [443, 8443, port], ca: identity.cert });
  ctx = aContext(database.databases, { egress });
  deliverer = createDeliverer({ ctx });
  deliverer.start();
});
afterAll(async () => {
  await deliverer.stop(0);
  for (const server of [shop, ...canaries.map((canary) => canary.server)]) server.close();
  names.close();
  await database.close();
});

/** The link-local addresses of this machine, if it has any. */
function linkLocal(): string[] {
  return Object.entries(networkInterfaces()).flatMap(([name, addresses = []]) =>
    addresses.flatMap(({ address }) => {
      if (address.startsWith('169.254.')) return [address];
      return address.startsWith('fe80:') ? [`${address}%${name}`] : [];
    }),
  );
}

async function aCanary(place: string): Promise<Canary> {
  const canary: Canary = {
    server: createServer((socket) => {
      canary.knocks += 1;
      socket.destroy();
    }),
    place,
    knocks: 0,
  };
  await listening(canary.server, place, port);
  return canary;
}

async function listening(server: Server, host: string, wanted: number): Promise<number> {
  server.listen({ host, port: wanted, ipv6Only: true });
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const knocks = () => canaries.map((canary) => ({ place: canary.place, knocks: canary.knocks }));
const silence = () => canaries.map(({ place }) => ({ place, knocks: 0 }));

/** URL → the logged result of the first attempt. */
async function outcomes(merchant: MerchantId, count: number): Promise<Record<string, string>> {
  const read = () =>
    ctx.db
      .selectFrom('webhook_attempts as a')
      .innerJoin('webhook_deliveries as d', (join) =>
        join.onRef('d.merchant_id', '=', 'a.merchant_id').onRef('d.delivery_id', '=', 'a.delivery_id'),
      )
      .select(['d.url', 'a.failure', 'a.status', 'a.address'])
      .where('a.merchant_id', '=', merchant)
      .where('a.attempt', '=', 1)
      .execute();
  await expect.poll(async () => (await read()).length).toBe(count);
  return Object.fromEntries(
    (await read()).map(({ url, failure, status, address }) => [
      url,
      [failure ?? 'delivered', status, address].filter((part) => part !== null).join(' '),
    ]),
  );
}

/** Sends one event to these URLs, each the endpoint of another app. */
async function sentTo(urls: readonly string[]): Promise<Record<string, string>> {
  const [first = '', ...others] = urls;
  const { merchant } = await anApp(ctx, { url: first });
  for (const url of others) await anApp(ctx, { of: merchant, url });
  await happens(ctx, merchant, captured, aPaymentRow(merchant));
  return await outcomes(merchant, urls.length);
}

/** As `sentTo`, but only one of several spellings of a URL, since an event is delivered once to each URL. */
async function sentToSeveral(urls: readonly string[]): Promise<Record<string, string>> {
  const byHref = new Map(urls.map((url) => [URL.parse(url)?.href ?? url, url]));
  return await sentTo([...byHref.values()]);
}

/** A URL with the port on which the canaries listen. */
const at = (name: string, path = '/hook') => `https://${name}:${port}${path}`;

/** The failures of the attempts so far. Makes the next attempt due at once. */
async function attempts(merchant: MerchantId): Promise<(string | null)[]> {
  const due = ctx.db.updateTable('webhook_deliveries').set({ next_attempt_at: sql`now()` });
  const rows = await ctx.db
    .selectFrom('webhook_attempts')
    .select('failure')
    .where('merchant_id', '=', merchant)
    .orderBy('attempt')
    .execute();
  if (rows.length < 4) await due.where('merchant_id', '=', merchant).where('state', '=', 'due').execute();
  return rows.map(({ failure }) => failure);
}

const loopback = [
  // Short, decimal, octal and hexadecimal forms, mixed ones, and digits of other scripts
  ...'127.0.0.1 127.1 127.0.1 127.000.000.001 127.0.0.1. 127.0.0.2. 127.127.127.127 2130706433 017700000001 0x7f000001 0x7F.0.0.0x1 0177.0.0.01 0x7f.1 0177.1 0300.0250.1.1 0xc0.0xa8.1 00000177.0.0.1 0x0000007f.0x1 127.0x1 0177.0x0.0.1'.split(
    ' ',
  ),
  ...'0 0.0.0.0 00 0x0 0.1 ①②⑦.⓪.⓪.① １２７．０．０．１ 127。0。0。1 127．0．0．1 127｡0｡0｡1 %31%32%37.%30.%30.%31 127.0.0.%31'.split(
    ' ',
  ),
  // IPv6: loopback, unspecified, and IPv4 inside
  ...'[::1] [0::1] [::0:1] [0000:0000:0000:0000:0000:0000:0000:0001] [::] [::0] [0:0:0:0:0:0:0:0] [::ffff:127.0.0.1] [::FFFF:7f00:1] [0:0:0:0:0:ffff:127.0.0.1] [::127.0.0.1] [::7f00:1] [::ffff:0:127.0.0.1] [::ffff:0:7f00:1] [::ffff:0.0.0.0] [64:ff9b::127.0.0.1] [64:ff9b::7f00:1] [64:ff9b:1::7f00:1] [64:ff9b:1:ffff::1] [2002:7f00:1::] [2002:7f00:1::1] [2001:0:7f00:1::] [2001:0:4136:e378:8000:63bf:80ff:fffe] [fe80::5efe:127.0.0.1] [2001:db8::7f00:1]'.split(
    ' ',
  ),
  ...'localhost LOCALHOST LocalHost. localhost.localhost foo.localhost ⓛⓞⓒⓐⓛⓗⓞⓢⓣ loc%61lhost localho%73t ip6-localhost.local'.split(
    ' ',
  ),
];

const inner = [
  // Private, shared, link-local, test, benchmark, documentation, multicast, reserved
  ...'10.0.0.1 10.255.255.255 172.16.0.1 172.17.0.1 172.31.255.254 192.168.0.1 192.168.1.254 100.64.0.1 100.127.255.254 169.254.0.1 169.254.255.254 192.0.0.1 192.0.0.8 192.0.0.170 192.0.0.171 192.0.2.1 192.88.99.1 192.88.99.2 198.18.0.1 198.19.255.254 198.51.100.1 203.0.113.1 224.0.0.1 224.0.0.251 239.255.255.250 240.0.0.1 255.255.255.255 168430081 3232235521 0xa9fea9fe 2852039166 0251.0376.0251.0376 025177524776 0xa9.0xfe.0xa9.0xfe 169.16689662 169.254.43518'.split(
    ' ',
  ),
  ...'[fc00::1] [fd00::1] [fdff:ffff::1] [fe80::1] [febf::1] [fec0::1] [feff::1] [ff02::1] [ff05::1:3] [ff0e::1] [100::1] [100:0:0:1::1] [2001::1] [2001:1::1] [2001:2::1] [2001:3::1] [2001:4:112::1] [2001:10::1] [2001:20::1] [2001:30::1] [2001:db8::1] [2002::1] [2002:a00:1::1] [2002:c0a8:101::1] [2002:a9fe:a9fe::1] [2620:4f:8000::1] [3fff::1] [5f00::1] [::ffff:10.0.0.1] [::ffff:a9fe:a9fe] [::ffff:169.254.169.254] [::169.254.169.254] [::a9fe:a9fe] [::ffff:0:169.254.169.254] [64:ff9b::10.0.0.1] [64:ff9b::a9fe:a9fe] [64:ff9b:1::a9fe:a9fe] [::ffff:192.168.1.1] [0:0:0:0:ffff:0:c0a8:101]'.split(
    ' ',
  ),
  // Metadata services of clouds and clusters
  ...'169.254.169.254 169.254.170.2 169.254.170.23 169.254.0.23 169.254.169.123 169.254.169.253 169.254.10.10 100.100.100.200 168.63.129.16 192.0.0.192 [fd00:ec2::254] [fd00:ec2::23] [fd20:ce::254] [fe80::a9fe:a9fe] metadata.google.internal METADATA.google.internal. instance-data.ec2.internal kubernetes.default.svc.cluster.local printer.local'.split(
    ' ',
  ),
];

const shapes = (door: number): string[] => [
  `http://127.0.0.1:${door}/`,
  `http://shop.example:${door}/`,
  `https://shop.example@127.0.0.1:${door}/`,
  `https://127.0.0.1:${door}#@shop.example/`,
  `https://127.0.0.1:${door}?@shop.example/`,
  String.raw`https://127.0.0.1:${door}\@shop.example/`,
  `https://user:word@shop.example:${door}/`,
  `https:127.0.0.1:${door}/`,
  `https:/127.0.0.1:${door}/`,
  `https:///127.0.0.1:${door}/`,
  `https:////127.0.0.1:${door}/`,
  String.raw`https:\\127.0.0.1:${door}\hook`,
  `HTTPS://127.0.0.1:${door}/`,
  ` https://127.0.0.1:${door}/`,
  `https://127.0.0.1\t:${door}/`,
  `https://127.0.\n0.1:${door}/`,
  `https://127.0.0.1:0${door}/`,
  `https://[::1%25lo]:${door}/`,
  `https://[fe80::1%25eth0]:${door}/`,
  `https://[v1.::1]:${door}/`,
  `https://127.0.0.1:${door + 65_536}/`,
  'https://shop.example:22/',
  'https://shop.example:6379/',
  'https://shop.example:80/',
  `//127.0.0.1:${door}/`,
  `127.0.0.1:${door}`,
  'file:///etc/passwd',
  `gopher://127.0.0.1:${door}/_POST`,
  `dict://127.0.0.1:${door}/info`,
  `ftp://127.0.0.1:${door}/`,
  `ws://127.0.0.1:${door}/`,
  `jar:https://127.0.0.1:${door}!/`,
  `blob:https://127.0.0.1:${door}/`,
  `javascript:fetch("https://127.0.0.1:${door}")`,
  'data:text/plain,hello',
  '',
  'https://',
  `https://shop.example:${door}/${'a'.repeat(2048)}`,
];

describe('an endpoint with an address of an internal network', () => {
  it('gets no connection, however its address is written', async () => {
    const hosts = [...new Set([...loopback, ...inner])].filter((host) => host !== `${outside}.`);
    const urls = [...hosts.map((host) => `https://${host}:${port}/hook`), ...shapes(port)];

    const found = await sentToSeveral(urls);

    expect(urls.length).toBeGreaterThan(150);
    expect(Object.entries(found).filter(([, outcome]) => outcome !== 'address')).toEqual([]);
    expect(knocks()).toEqual(silence());
    expect(seenOutside).toEqual([]);
  });

  it('gets no connection when it is the notification URL of a checkout', async () => {
    const app = await anApp(ctx);
    const urls = ['127.0.0.1', '[::1]', '169.254.169.254', '[::ffff:127.0.0.1]'].map(
      (host) => `https://${host}:${port}/hook`,
    );
    for (const url of urls) {
      const checkout_id = await aCheckoutWith(ctx, app, url);
      await happens(ctx, app.merchant, captured, aPaymentRow(app.merchant, { checkout_id }));
    }

    expect(new Set(Object.values(await outcomes(app.merchant, urls.length)))).toEqual(new Set(['address']));
    expect(knocks()).toEqual(silence());
  });
});

describe('an endpoint with a host name', () => {
  it('is reached when the name resolves to a public address, which proves that this test would notice a connection', async () => {
    names.says('shop.example', [outside]);
    const before = seenOutside.length;

    expect(await sentTo([at('shop.example')])).toEqual({
      [at('shop.example')]: `delivered 204 ${outside}`,
    });
    expect(seenOutside.length).toBe(before + 1);
  });

  const inside: readonly (readonly [string, Answer])[] = [
    ['one.example', ['127.0.0.1']],
    ['several.example', [outside, '127.0.0.1']],
    ['last.example', [outside, outside, outside, '10.0.0.1']],
    ['six.example', [outside, '::1']],
    ['mapped.example', ['::ffff:7f00:1']],
    ['compatible.example', ['::7f00:1']],
    ['translated.example', ['64:ff9b::7f00:1']],
    ['tunnelled.example', ['2002:7f00:1::1']],
    ['zero.example', ['0.0.0.0']],
    ['nothing.example', ['::']],
    ['link.example', ['fe80::1']],
    ['cloud.example', ['169.254.169.254']],
    ['alias.example', { alias: 'one.example' }],
    ['alias-of-six.example', { alias: 'six.example' }],
    ['chain.example', { alias: 'alias.example' }],
  ];

  it('gets no connection when the name resolves to an internal address, among others or by an alias', async () => {
    for (const [name, answer] of inside) names.says(name, answer);

    const found = await sentTo(inside.map(([name]) => at(name)));

    expect(found).toEqual(Object.fromEntries(inside.map(([name]) => [at(name), 'address'])));
    expect(knocks()).toEqual(silence());
  });

  it('fails with "dns" when the name does not resolve or the name server fails', async () => {
    names.says('broken.example', 'fails');
    names.says('silent.example', 'silent');
    const found = await sentTo(
      ['unknown.example', 'broken.example', 'silent.example'].map((name) => at(name)),
    );

    expect(new Set(Object.values(found))).toEqual(new Set(['dns']));
  });

  it('is resolved again when the first query was lost', async () => {
    names.says('shop.example', 'silent', [[outside]]);

    expect(await sentTo([at('shop.example')])).toEqual({ [at('shop.example')]: `delivered 204 ${outside}` });
  });

  it('is reached when the name server does not answer queries for IPv6', async () => {
    names.says('half.example', [outside]);
    names.hearsNo6('half.example');

    // The certificate has another name, so TLS fails; the connection was made.
    expect(await sentTo([at('half.example')])).toEqual({ [at('half.example')]: `tls ${outside}` });
  });

  it('gets no connection to an internal address when the name changes before the connection or between two attempts (DNS rebinding)', async () => {
    names.says('shop.example', [outside], [['127.0.0.1'], [outside], ['127.0.0.1']]);
    const { merchant } = await anApp(ctx, { url: at('shop.example', '/trap') });

    await happens(ctx, merchant, captured, aPaymentRow(merchant));
    await expect.poll(async () => (await attempts(merchant)).length).toBeGreaterThanOrEqual(4);

    expect((await attempts(merchant)).slice(0, 4)).toEqual(['http', 'address', 'http', 'address']);
    expect(names.asked('shop.example')).toBeGreaterThanOrEqual(4);
    expect(knocks()).toEqual(silence());
  });

  it('gets no connection after a redirect to an internal address', async () => {
    names.says('shop.example', [outside]);

    expect(await sentTo([at('shop.example', '/trap')])).toEqual({
      [at('shop.example', '/trap')]: `http 307 ${outside}`,
    });
    expect(knocks()).toEqual(silence());
  });
});

it('the canaries of this test notice a connection', async () => {
  expect(canaries.map(({ server }) => server.listening)).not.toContain(false);
  expect(canaries.length).toBeGreaterThanOrEqual(2);
  const reached = await fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );

  expect(reached).toBe(false);
  await expect.poll(() => canaries[0]?.knocks).toBe(1);
});
