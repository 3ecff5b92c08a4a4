// A shop with one mug: order, pay on the hosted page, hear of it by a signed webhook, refund. Settings: see README.md.
import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { Payments, PaymentsError } from '@merchant-payments/client';
import { verifyWebhook, WebhookVerificationError } from '@merchant-payments/client/webhooks';
import express from 'express';

const { API_KEY, WEBHOOK_SECRET, PAYMENTS_URL = 'http://localhost:3000', PORT = '4000' } = process.env;
const own = process.env.SHOP_URL ?? `http://localhost:${PORT}`;
const payments = new Payments(API_KEY, { baseUrl: PAYMENTS_URL });

const db = new DatabaseSync(process.env.SHOP_DB ?? 'shop.db');
db.exec(`
  CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, status TEXT NOT NULL, checkout_id TEXT, payment_id TEXT);
  CREATE TABLE IF NOT EXISTS refunds (payment_id TEXT NOT NULL, cents INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS events (id TEXT PRIMARY KEY);
`);

// A refund may be for a part, and may be heard of before its payment: an order is refunded once its refunds add up to the price.
const orderOf = (id) =>
  db
    .prepare(
      `SELECT id, payment_id, CASE WHEN (SELECT sum(cents) FROM refunds WHERE payment_id = orders.payment_id) >= 1000
         THEN 'refunded' ELSE status END AS status FROM orders WHERE id = ?`,
    )
    .get(id);

const page = (title, main) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<main><h1>${title}</h1>${main}</main>
</html>`;

const app = express();

// Ids of orders go into pages, so nothing else may pass for one.
app.param('id', (_req, res, next, id) => (/^[0-9a-f-]{36}$/.test(id) ? next() : res.sendStatus(404)));

app.get('/', (_req, res) => {
  const form = `<form method="post" action="/orders/${randomUUID()}"><button>Buy</button></form>`;
  res.send(page('Mug', `<p>US$10.00</p>${form}`));
});

// The form has the id of its order, so a customer who presses twice has one order. It is stored before the call.
app.post('/orders/:id', async (req, res) => {
  const { id } = req.params;
  db.prepare("INSERT OR IGNORE INTO orders (id, status) VALUES (?, 'new')").run(id);
  const checkout = await payments.createCheckout({
    idempotencyKey: id,
    body: {
      amount: '10.00',
      currency: 'USD',
      merchantTransactionId: id,
      description: 'One mug',
      returnUrl: `${own}/orders/${id}`,
      notificationUrl: `${own}/webhook`,
    },
  });
  db.prepare('UPDATE orders SET checkout_id = ? WHERE id = ?').run(checkout.checkout_id, id);
  res.redirect(303, checkout.payment_url);
});

// Only a webhook whose signature fits changes an order. The body must be the bytes as they came.
app.post('/webhook', express.raw({ type: '*/*' }), (req, res) => {
  let event;
  try {
    event = verifyWebhook({ header: req.headers['service-signature'], body: req.body, secret: WEBHOOK_SECRET });
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    console.warn(`refused a webhook: ${error.reason}`);
    return res.sendStatus(400);
  }
  handleOnce(event);
  res.sendStatus(204);
});

// An event may come twice. What it changes is stored together with its id, so that a crash in between loses neither.
function handleOnce(event) {
  db.exec('BEGIN IMMEDIATE');
  try {
    const { changes } = db.prepare('INSERT OR IGNORE INTO events (id) VALUES (?)').run(event.id);
    if (changes === 1) handle(event);
    db.exec('COMMIT');
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
}

function handle({ type, data }) {
  const set = db.prepare('UPDATE orders SET status = ?, payment_id = ? WHERE id = ?');
  if (type === 'payment.capture.completed') set.run('paid', data.id, data.merchantTransactionId);
  const back = db.prepare('INSERT INTO refunds (payment_id, cents) VALUES (?, round(? * 100))');
  if (type === 'payment.refund.completed') back.run(data.transaction_id, data.amount);
}

// The customer comes back here. What the address says is a hint, so the order decides what is shown.
app.get('/orders/:id', (req, res) => {
  const order = orderOf(req.params.id);
  if (!order) return res.sendStatus(404);
  const refund = `<form method="post" action="/orders/${order.id}/refund"><button>Refund</button></form>`;
  res.send(page('Your order', `<p>Status: <strong>${order.status}</strong></p>${order.status === 'paid' ? refund : ''}`));
});

// A real shop lets only its own people do this.
app.post('/orders/:id/refund', async (req, res) => {
  const order = orderOf(req.params.id);
  if (!order?.payment_id) return res.sendStatus(404);
  await payments.refundTransaction({
    path: { id: order.payment_id },
    body: { reason: 'returned' },
    idempotencyKey: `refund-${order.id}`,
  });
  res.redirect(303, `/orders/${order.id}`);
});

app.use((error, _req, res, _next) => {
  console.error(error);
  const known = error instanceof PaymentsError;
  res.status(known ? 502 : 500).send(page('Something went wrong', '<p>Please try again later.</p>'));
});

app.listen(Number(PORT), (error) => {
  if (error) throw error;
  console.log(`the shop is at ${own}`);
});
