import createClient from 'openapi-fetch';
import type { components, paths } from './client.js';

type Transaction = components['schemas']['Transaction'];

const {
  SERVICE_URL: baseUrl = '',
  SERVICE_KEY: key,
  REFERENCE: reference = '',
  PAGE_SIZE: size,
} = process.env;
const { GET, POST } = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });

const opened = await POST('/v1/checkout/create', {
  body: {
    amount: '25.50',
    currency: 'USD',
    merchantTransactionId: reference,
    returnUrl: 'https://shop.example/return',
    notificationUrl: 'https://shop.example/hook',
  },
});
if (!opened.data) throw new Error(`refused: ${opened.error.code}`);
const { checkout_id, requires_polling } = opened.data.data;

const read = await GET('/v1/checkout/{id}/status', { params: { path: { id: checkout_id } } });
if (!read.data) throw new Error(`refused: ${read.error.code}`);
const { status, amount, payment_method } = read.data.data;

const pages: Transaction[][] = [];
for (let cursor: string | null | undefined; cursor !== null; ) {
  const { data: page, error }: Awaited<ReturnType<typeof list>> = await list(cursor);
  if (!page) throw new Error(`refused: ${error.code}`);
  pages.push(page.data.items);
  cursor = page.data.next_cursor;
}

function list(cursor: string | undefined) {
  const query = { limit: Number(size), ...(cursor !== undefined && { cursor }) };
  return GET('/v1/transactions', { params: { query } });
}

const transactions = pages.flat();
const payment = transactions.find(({ type }) => type === 'payment');
const payout = transactions.find(({ type }) => type === 'payout');
const none: string | null | undefined = payout?.checkout_id;

const failed = await GET('/v1/checkout/{id}/status', { params: { path: { id: `chk_${'0'.repeat(32)}` } } });
if (!failed.error) throw new Error('found what does not exist');
const code: string = failed.error.code;

console.log(
  JSON.stringify({
    created: { checkout_id, requires_polling },
    read: { checkout_id: read.data.data.checkout_id, status, amount, payment_method },
    pages: pages.map((page) => page.map(({ id }) => id)),
    payment: { id: payment?.id, checkout_id: payment?.checkout_id },
    payout: { id: payout?.id, checkout_id: none },
    failure: { status: failed.response.status, code },
  }),
);
