import { request } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';

type Parts = {
  /** Runs a command of Compose and returns what it prints; throws if it fails. */
  readonly compose: (rest: string) => Promise<string>;
  /** Runs `mps` on this machine. */
  readonly mps: (rest: string, authority: string) => Promise<string>;
  /** The address of the proxy. */
  readonly url: string;
  readonly say: (text: string) => void;
};

type Proxy = { readonly url: string; readonly authority: string; readonly key?: string };
type Answer = { readonly status: number; readonly retryAfter: string | undefined; readonly body: string };

/** While containers are killed. */
const calls = 60;
const everyMs = 100;

/** From the first container to a paid checkout, and through the death of one container of each kind. */
export async function journey({ compose, mps, url, say }: Parts): Promise<void> {
  const began = performance.now();
  const seconds = () => `${Math.round((performance.now() - began) / 1000)} s`;
  const authority = await inTime('Caddy has a certificate', () =>
    compose('exec -T caddy cat /data/caddy/pki/authorities/local/root.crt'),
  );
  await inTime('the proxy serves', () => ready({ url, authority }));
  say(`ready ${seconds()} after the containers were started`);
  const merchant = "mps merchant create --name 'Corner Shop' --email owner@shop.example.com --json";
  const key = /sk_test_\w+/.exec(await compose(`exec -T api ${merchant}`))?.[0];
  if (key === undefined) throw new Error('no key was printed');
  const proxy = { url, authority, key };
  const paying = async (order: string) => {
    const checkout = await open(proxy, order);
    const paid = await mps(
      `pay ${checkout} --card card_success --json --key ${key} --base-url ${url}`,
      authority,
    );
    if (!paid.includes('"completed"')) throw new Error(`not paid: ${paid}`);
  };
  await paying('order-1');
  say(`first checkout paid through the proxy ${seconds()} after the start`);
  for (const name of ['api', 'worker', 'pgbouncer', 'valkey', 'postgres']) {
    say(await withoutOne(name, compose, proxy));
    await paying(`order-${name}`);
  }
  await inTime('every payment is an event', async () => {
    const { body } = await ask(proxy, '/v1/events?type=payment.capture.completed');
    const found = body.match(/"id": ?"evt_/g)?.length;
    if (found !== 6) throw new Error(`${found} events of 6 payments`);
  });
  say('6 payments, 6 events');
}

/** Kills one container while callers come. They see answers, or a 503 that says when to come again, and nothing else. */
async function withoutOne(name: string, compose: Parts['compose'], proxy: Proxy): Promise<string> {
  const killed = delay(3 * everyMs).then(() => compose(`kill ${name}`));
  const answers: Answer[] = [];
  for (let at = 0; at < calls; at += 1) {
    answers.push(await ask(proxy, '/v1/account/balance'));
    await delay(everyMs);
  }
  await killed;
  await compose(`up --detach --no-build --no-deps --no-recreate ${name}`);
  await inTime('the proxy serves again', () => ready(proxy));
  const counted = Map.groupBy(answers, ({ status }) => status);
  const odd = answers.filter(
    ({ status, retryAfter }) =>
      ![200, 429, 502, 503].includes(status) || (status === 503 && retryAfter === undefined),
  );
  if (odd[0]) throw new Error(`${name} killed: ${odd[0].status} ${odd[0].body}`);
  return `${name} killed: ${[...counted].map(([status, all]) => `${all.length} × ${status}`).join(', ')}`;
}

async function open(proxy: Proxy, order: string): Promise<string> {
  const answer = await ask(proxy, '/v1/checkout/create', {
    amount: '12.50',
    currency: 'USD',
    merchantTransactionId: order,
    returnUrl: 'https://shop.example.com/thanks',
    notificationUrl: 'https://shop.example.com/hook',
  });
  const checkout = /chk_[0-9a-f]{32}/.exec(answer.body)?.[0];
  if (answer.status !== 201 || checkout === undefined)
    throw new Error(`no checkout: ${answer.status} ${answer.body}`);
  return checkout;
}

async function ready(proxy: Proxy): Promise<void> {
  const { status, body } = await ask(proxy, '/readyz');
  if (status !== 200) throw new Error(`${status} ${body}`);
}

/** Verifies the certificate, as a caller does. */
function ask({ url, authority, key }: Proxy, path: string, json?: object): Promise<Answer> {
  const headers = {
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
    ...(json && { 'content-type': 'application/json' }),
  };
  const method = json ? 'POST' : 'GET';
  return new Promise((done, failed) => {
    const sending = request(
      `${url}${path}`,
      { method, headers, ca: authority, agent: false, timeout: 30_000 },
      (res) => {
        let body = '';
        res.setEncoding('utf8');
        res.on('data', (text: string) => (body += text));
        res.on('end', () =>
          done({ status: res.statusCode ?? 0, retryAfter: res.headers['retry-after'], body }),
        );
        res.on('error', failed);
      },
    );
    sending.on('timeout', () => sending.destroy(new Error('no answer within 30 s')));
    sending.on('error', failed);
    sending.end(json && JSON.stringify(json));
  });
}

const mostMs = 180_000;

/** Tries until it succeeds. */
export async function inTime<T>(what: string, attempt: () => Promise<T>): Promise<T> {
  const until = performance.now() + mostMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > until) throw new Error(`not in ${mostMs / 1000} s: ${what}`, { cause: error });
      await delay(500);
    }
  }
}
