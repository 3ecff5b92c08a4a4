import { ask, inTime, type Proxy, ready } from './calls.ts';
import { endEach } from './deaths.ts';
import { accountOf, startLoad } from './load.ts';

export type Parts = {
  /** Runs a command of Compose and returns what it prints; throws if it fails. */
  readonly compose: (rest: string) => Promise<string>;
  /** Runs `mps` on this machine. */
  readonly mps: (rest: string, authority: string) => Promise<string>;
  /** The address of the proxy. */
  readonly url: string;
  readonly say: (text: string) => void;
};

/** From the first container to a paid checkout, and through the end of each container while orders come in. */
export async function journey({ compose, mps, url, say }: Parts): Promise<void> {
  const began = performance.now();
  const took = () => `${Math.round((performance.now() - began) / 1000)} s`;
  const authority = await inTime('Caddy has a certificate', () =>
    compose('exec -T caddy cat /data/caddy/pki/authorities/local/root.crt'),
  );
  await inTime('the proxy serves', () => ready({ url, authority }));
  say(`ready ${took()} after the containers were started`);
  const open = { url, authority };
  const shop = { ...open, key: await newKey(compose, 'Corner Shop', 60) };
  const checkout = await firstCheckout(shop);
  const pay = `pay ${checkout} --card card_success --json --key ${shop.key} --base-url ${url}`;
  const paid = await mps(pay, authority);
  if (!paid.includes('"completed"')) throw new Error(`not paid: ${paid}`);
  say(`first checkout paid through the proxy ${took()} after the start`);
  say(await sharedLimit({ ...open, key: await newKey(compose, 'Hasty Shop', 60) }));

  const busy = { ...open, key: await newKey(compose, 'Busy Shop', 1200) };
  const load = startLoad(busy);
  try {
    await endEach({ compose, proxy: busy, load, say });
  } finally {
    await load.stop().catch((error: unknown) => say(String(error)));
  }
  say(await accountOf(busy, await load.stop()));
  const audit = await compose('exec -T api-1 mps ledger audit --json');
  if (!/"rows":\s*\[\]/.test(audit)) throw new Error(`the ledger: ${audit}`);
  say('the ledger adds up');
}

async function newKey(compose: Parts['compose'], name: string, rateLimit: number): Promise<string> {
  const email = `${name.toLowerCase().replace(' ', '-')}@shop.example.com`;
  const made = await compose(
    `exec -T api-1 mps merchant create --name '${name}' --email ${email} --rate-limit ${rateLimit} --json`,
  );
  const key = /sk_test_\w+/.exec(made)?.[0];
  if (key === undefined) throw new Error('no key was printed');
  return key;
}

async function firstCheckout(proxy: Proxy): Promise<string> {
  const answer = await ask(proxy, '/v1/checkout/create', {
    json: {
      amount: '12.50',
      currency: 'USD',
      merchantTransactionId: 'order-1',
      returnUrl: 'https://shop.example.com/thanks',
      notificationUrl: 'https://shop.example.com/hook',
    },
  });
  const checkout = /chk_[0-9a-f]{32}/.exec(answer.body)?.[0];
  if (answer.status !== 201 || checkout === undefined)
    throw new Error(`no checkout: ${answer.status} ${answer.body}`);
  return checkout;
}

const calls = 80;
const limit = 60;

/** Both processes together never admit more than one would; fewer, if Valkey answers late on a busy machine (decision 0108). */
async function sharedLimit(proxy: Proxy): Promise<string> {
  const answers = await Promise.all(Array.from({ length: calls }, () => ask(proxy, '/v1/account/balance')));
  const admitted = answers.filter(({ status }) => status === 200).length;
  const refused = answers.filter(({ status }) => status === 429).length;
  const figures = `${admitted} of ${calls} calls admitted at ${limit} a minute, ${refused} refused`;
  if (admitted === 0 || admitted > limit || admitted + refused !== calls) throw new Error(figures);
  return figures;
}
