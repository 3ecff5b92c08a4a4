// The journey of the packed client. Its network loses the first answer, and one of its calls is never answered.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { env, exit } from 'node:process';
import { ApiError, NetworkError, Payments } from '@merchant-payments/client';

const { SERVICE_URL, SERVICE_KEY, REFERENCE, PAGE_SIZE } = env;
const limit = Number(PAGE_SIZE);
const keys = [];

const payments = new Payments(SERVICE_KEY, {
  baseUrl: SERVICE_URL,
  fetch: async (request) => {
    const answer = await fetch(request);
    if (request.method === 'POST') keys.push(request.headers.get('idempotency-key'));
    if (keys.length === 1 && request.method === 'POST') throw new Error('the answer is lost');
    return answer;
  },
});

const created = await payments.createCheckout({
  body: {
    amount: '25.50',
    currency: 'USD',
    merchantTransactionId: REFERENCE,
    returnUrl: 'https://shop.example/return',
    notificationUrl: 'https://shop.example/hook',
  },
});
expect(keys.length === 2 && keys[0] === keys[1], `one key for two tries, not ${keys}`);

const read = await payments.getCheckoutStatus({ path: { id: created.checkout_id } });

const pages = [];
for (let cursor; cursor !== null; ) {
  const page = await payments.listTransactions({ query: { limit, ...(cursor && { cursor }) } });
  pages.push(page.items);
  cursor = page.next_cursor ?? null;
}
const iterated = [];
for await (const { id } of payments.listTransactions({ query: { limit } })) iterated.push(id);
const ids = pages.map((items) => items.map(({ id }) => id));
expect(iterated.join() === ids.flat().join(), `iterated ${iterated}, but the pages have ${ids}`);

const failure = await failed(payments.getCheckoutStatus({ path: { id: `chk_${'0'.repeat(32)}` } }));
expect(failure instanceof ApiError && failure.requestId.startsWith('req_'), `no ApiError: ${failure}`);

const silent = createServer(() => undefined).listen(0, '127.0.0.1');
await once(silent, 'listening');
const nobody = new Payments(SERVICE_KEY, { baseUrl: `http://127.0.0.1:${silent.address().port}`, maxRetries: 0 });
const late = await failed(nobody.getBalance({ timeoutMs: 200 }));
expect(late instanceof NetworkError && late.message.includes('no answer in 200 ms'), `no timeout: ${late}`);
const stopped = await failed(nobody.getBalance({ signal: AbortSignal.timeout(200) }));
expect(stopped.name === 'TimeoutError', `not stopped by its signal: ${stopped}`);

const { checkout_id } = read;
const payment = pages.flat().find(({ type }) => type === 'payment');
const payout = pages.flat().find(({ type }) => type === 'payout');
console.log(
  JSON.stringify({
    created: { checkout_id: created.checkout_id, requires_polling: created.requires_polling },
    read: { checkout_id, status: read.status, amount: read.amount, payment_method: read.payment_method },
    pages: ids,
    payment: { id: payment.id, checkout_id: payment.checkout_id },
    payout: { id: payout.id, checkout_id: payout.checkout_id },
    failure: { status: failure.status, code: failure.code },
  }),
);
// The silent server still has connections.
exit(0);

function expect(holds, otherwise) {
  if (!holds) throw new Error(otherwise);
}

function failed(call) {
  return call.then(
    () => 'it was answered',
    (error) => error,
  );
}
