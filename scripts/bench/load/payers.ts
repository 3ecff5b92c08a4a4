/** Customers who pay on the hosted page, one payment after another. They run in a process of their own; input and result are JSON. */
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { output } from '../testbed/processes.ts';
import type { Opened } from './calls.ts';
import { type LoadRequest, unique } from './load.ts';

export type Payers = {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  /** The calls that open a checkout, one for each merchant; they are used in turn. */
  readonly creates: readonly LoadRequest[];
  readonly method: Method;
};

export type Method = 'card' | 'wallet';

export type Paid = {
  readonly payments: number;
  /** Calls that were answered with another status or page than expected, or not at all. The customer then goes on to the next checkout. */
  readonly failed: number;
  /** In ms since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
};

export async function pay(payers: Payers): Promise<Paid> {
  const answer = await output(process.execPath, [import.meta.filename], { input: JSON.stringify(payers) });
  const paid: Paid = JSON.parse(answer);
  return paid;
}

/** The hidden field that every form of a hosted page sends back. */
const tokenIn = /name="token" value="([^"]*)"/;
const forms: Readonly<Record<Method, Readonly<Record<string, string>>>> = {
  card: { method: 'card', number: '4242424242424242', expiry: '12 / 40', holder: 'T. Moyo', cvv: '737' },
  // The gateway calls back at once.
  wallet: { method: 'wallet_a', phone: '0771111111' },
};
/** What the customer sees after the form: of a wallet the receipt too, if the gateway was quicker. */
const lastPages: Readonly<Record<Method, RegExp>> = {
  card: /data-page="receipt"/,
  wallet: /data-page="(?:approve|receipt)"/,
};

if (import.meta.main) {
  const payers: Payers = JSON.parse(await text(process.stdin));
  process.stdout.write(JSON.stringify(await run(payers)));
}

async function run({ url, connections, seconds, creates, method }: Payers): Promise<Paid> {
  const checkouts = checkoutsOf(creates);
  // One for each customer. The service ends a connection after many calls; then an agent opens another.
  const agents = Array.from({ length: connections }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  const startedAt = Date.now();
  const over = AbortSignal.timeout(seconds * 1000);
  const count = { payments: 0, failed: 0, endedAt: 0 };
  over.addEventListener('abort', () => {
    count.endedAt = Date.now();
    for (const agent of agents) agent.destroy();
  });
  const customers = agents.map(async (agent) => {
    const customer: Customer = { send: (call) => answerTo(url, agent, call), method };
    while (!over.aborted) {
      const isPaid = await payOne(customer, checkouts()).catch(() => false);
      if (!over.aborted) count[isPaid ? 'payments' : 'failed'] += 1;
    }
  });
  await Promise.all(customers);
  return { ...count, startedAt };
}

/** The calls in turn, each with a text of its own where it asks for one. */
function checkoutsOf(creates: readonly LoadRequest[]): () => LoadRequest {
  const prefix = `${process.pid.toString(36)}-${Date.now().toString(36)}`;
  let made = 0;
  return () => {
    made += 1;
    const create = creates[made % creates.length];
    if (create === undefined) throw new Error('no merchant was given');
    return { ...create, body: create.body?.replace(unique, `${prefix}-${made}`) ?? '' };
  };
}

type Answer = { readonly status: number | undefined; readonly body: string };
type Customer = { readonly send: (call: LoadRequest) => Promise<Answer>; readonly method: Method };

/** Opens a checkout, shows its page, sends the form, shows what comes then. False if one of them is not as expected. */
async function payOne({ send, method }: Customer, create: LoadRequest): Promise<boolean> {
  const created = await send(create);
  if (created.status !== 201) return false;
  const { data }: { data: Opened } = JSON.parse(created.body);
  const path = new URL(data.payment_url).pathname;
  const page = await send({ method: 'GET', path, headers: {} });
  const token = tokenIn.exec(page.body)?.[1];
  if (page.status !== 200 || token === undefined) return false;
  const sent = await send({
    method: 'POST',
    path: `${path}/pay`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...forms[method], token }).toString(),
  });
  if (sent.status !== 303) return false;
  const last = await send({ method: 'GET', path, headers: {} });
  return last.status === 200 && lastPages[method].test(last.body);
}

async function answerTo(
  url: string,
  agent: Agent,
  { method, path, headers, body }: LoadRequest,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request(new URL(path, url), { method, headers, agent }, resolve).on('error', reject).end(body);
  const answer = await promise;
  return { status: answer.statusCode, body: await text(answer) };
}
