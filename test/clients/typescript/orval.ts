import { createCheckout, getCheckoutStatus, listTransactions, type Transaction } from './client.js';

const { SERVICE_KEY: key, REFERENCE: reference = '', PAGE_SIZE: size } = process.env;
const asMerchant = { headers: { Authorization: `Bearer ${key}` } };

const opened = await createCheckout(
  {
    amount: '25.50',
    currency: 'USD',
    merchantTransactionId: reference,
    returnUrl: 'https://shop.example/return',
    notificationUrl: 'https://shop.example/hook',
  },
  asMerchant,
);
if (opened.status !== 201) throw new Error(`refused: ${opened.data.code}`);
const { checkout_id, requires_polling } = opened.data.data;

const read = await getCheckoutStatus(checkout_id, asMerchant);
if (read.status !== 200) throw new Error(`refused: ${read.data.code}`);
const { status, amount, payment_method } = read.data.data;

const pages: Transaction[][] = [];
for (let cursor: string | null | undefined; cursor !== null; ) {
  const page: Awaited<ReturnType<typeof list>> = await list(cursor);
  if (page.status !== 200) throw new Error(`refused: ${page.data.code}`);
  pages.push(page.data.data.items);
  cursor = page.data.data.next_cursor;
}

function list(cursor: string | undefined) {
  return listTransactions({ limit: Number(size), ...(cursor !== undefined && { cursor }) }, asMerchant);
}

const transactions = pages.flat();
const payment = transactions.find(({ type }) => type === 'payment');
const payout = transactions.find(({ type }) => type === 'payout');
const none: string | null | undefined = payout?.checkout_id;

const failed = await getCheckoutStatus(`chk_${'0'.repeat(32)}`, asMerchant);
if (failed.status === 200) throw new Error('found what does not exist');
const code: string = failed.data.code;

console.log(
  JSON.stringify({
    created: { checkout_id, requires_polling },
    read: { checkout_id: read.data.data.checkout_id, status, amount, payment_method },
    pages: pages.map((page) => page.map(({ id }) => id)),
    payment: { id: payment?.id, checkout_id: payment?.checkout_id },
    payout: { id: payout?.id, checkout_id: none },
    failure: { status: failed.status, code },
  }),
);
