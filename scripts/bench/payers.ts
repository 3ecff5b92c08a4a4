/** Customers who pay by card one after the other, in a process of their own: argument and answer are JSON. */
import autocannon from 'autocannon';
import type { Opened } from './calls.ts';
import { output } from './children.ts';
import { type LoadRequest, unique } from './load.ts';

export type Payers = {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  /** How each merchant opens a checkout; they take turns. */
  readonly creates: readonly LoadRequest[];
};

export type Paid = {
  readonly payments: number;
  /** Answers other than they should be, and calls without an answer. */
  readonly failed: number;
  /** In ms since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
};

export async function pay(payers: Payers): Promise<Paid> {
  const answer = await output(process.execPath, [import.meta.filename, JSON.stringify(payers)]);
  const paid: Paid = JSON.parse(answer);
  return paid;
}

/** A token as it stands in the forms of a page. */
const tokenIn = /name="token" value="([^"]*)"/;
const card = { method: 'card', number: '4242424242424242', expiry: '12 / 40', holder: 'T. Moyo', cvv: '737' };

if (import.meta.main) {
  const payers: Payers = JSON.parse(process.argv[2] ?? '');
  process.stdout.write(JSON.stringify(await run(payers)));
}

async function run({ url, connections, seconds, creates }: Payers): Promise<Paid> {
  const prefix = `${process.pid.toString(36)}-${Date.now().toString(36)}`;
  let made = 0;
  let payments = 0;
  let failed = 0;
  const expect = (wanted: number, status: number): boolean => {
    if (status !== wanted) failed += 1;
    return status === wanted;
  };
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: [
      {
        setupRequest: (request) => {
          made += 1;
          const create = creates[made % creates.length];
          return { ...request, ...create, body: create?.body?.replace(unique, `${prefix}-${made}`) ?? '' };
        },
        onResponse: (status, body, context) => {
          if (!expect(201, status)) return;
          const { data }: { data: Opened } = JSON.parse(body);
          context['page'] = new URL(data.payment_url).pathname;
        },
      },
      {
        // Without a page the customer goes on to the next checkout.
        setupRequest: (request, { page }) =>
          page === undefined ? undefined : { ...request, method: 'GET', path: page },
        onResponse: (status, body, context) => {
          expect(200, status);
          context['token'] = tokenIn.exec(body)?.[1] ?? '';
        },
      },
      {
        setupRequest: (request, { page, token = '' }) => ({
          ...request,
          method: 'POST',
          path: `${page}/pay`,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({ ...card, token }).toString(),
        }),
        onResponse: (status) => void expect(303, status),
      },
      {
        setupRequest: (request, { page = '' }) => ({ ...request, method: 'GET', path: page }),
        onResponse: (status, body) => {
          expect(200, status);
          if (body.includes('data-page="receipt"')) payments += 1;
          else failed += 1;
        },
      },
    ],
  });
  return {
    payments,
    failed: failed + result.errors,
    startedAt: result.start.getTime(),
    endedAt: result.finish.getTime(),
  };
}
