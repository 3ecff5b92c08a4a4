/** Customers who pay on the hosted page, one payment after another. They run in a process of their own; input and result are JSON. */
import { text } from 'node:stream/consumers';
import autocannon from 'autocannon';
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
  /** Calls that were answered with another status or page than expected, or not at all. */
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

type Step = Parameters<typeof autocannon>[0]['requests'][number];

/** If no checkout was opened, the customer goes on to the next one. */
const openPage: NonNullable<Step['setupRequest']> = (request, { page }) =>
  page === undefined ? undefined : { ...request, method: 'GET', path: page };

if (import.meta.main) {
  const payers: Payers = JSON.parse(await text(process.stdin));
  process.stdout.write(JSON.stringify(await run(payers)));
}

async function run({ url, connections, seconds, creates, method }: Payers): Promise<Paid> {
  const count = { payments: 0, failed: 0 };
  const requests = stepsOf(creates, method, count);
  const result = await autocannon({ url, connections, duration: seconds, requests });
  return {
    payments: count.payments,
    failed: count.failed + result.errors,
    startedAt: result.start.getTime(),
    endedAt: result.finish.getTime(),
  };
}

/** Opens a checkout, shows its page, sends the form, shows what comes then. */
function stepsOf(
  creates: readonly LoadRequest[],
  paidBy: Method,
  count: { payments: number; failed: number },
): Step[] {
  const prefix = `${process.pid.toString(36)}-${Date.now().toString(36)}`;
  let made = 0;
  const expect = (wanted: number, status: number): boolean => {
    if (status !== wanted) count.failed += 1;
    return status === wanted;
  };
  const create: Step = {
    setupRequest: (request) => {
      made += 1;
      const of = creates[made % creates.length];
      return { ...request, ...of, body: of?.body?.replace(unique, `${prefix}-${made}`) ?? '' };
    },
    onResponse: (status, body, context) => {
      if (!expect(201, status)) return;
      const { data }: { data: Opened } = JSON.parse(body);
      context['page'] = new URL(data.payment_url).pathname;
    },
  };
  const show: Step = {
    setupRequest: openPage,
    onResponse: (status, body, context) => {
      expect(200, status);
      context['token'] = tokenIn.exec(body)?.[1] ?? '';
    },
  };
  const send: Step = {
    setupRequest: (request, { page, token = '' }) => ({
      ...request,
      method: 'POST',
      path: `${page}/pay`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...forms[paidBy], token }).toString(),
    }),
    onResponse: (status) => void expect(303, status),
  };
  const receipt: Step = {
    setupRequest: openPage,
    onResponse: (status, body) => {
      if (!expect(200, status)) return;
      if (lastPages[paidBy].test(body)) count.payments += 1;
      else count.failed += 1;
    },
  };
  return [create, show, send, receipt];
}
