/**
 * The service as one would first write it, for two calls: express, openapi-backend as it comes, Kysely without prepared
 * statements. In a process of its own; its argument is JSON. The same schema and the same rows, without what the service does
 * besides: no rate limit, no log, no check of answers, and the key is not looked up.
 */
import { randomUUID } from 'node:crypto';
import express from 'express';
import { Kysely, PostgresDialect } from 'kysely';
import { type Context, OpenAPIBackend, type Request } from 'openapi-backend';
import { Pool } from 'pg';
import type { ModeTables } from '../../generated/database.ts';
import { readDocument } from '../../src/platform/contract/document.ts';
import { newId, readId, showId } from '../../src/platform/ids.ts';

export type Straightforward = {
  readonly url: string;
  readonly port: number;
  readonly merchantId: string;
  readonly appId: string;
  readonly secretKey: string;
};

const hostedMs = 30 * 60 * 1000;
const payAt = 'http://localhost/test/c';

if (import.meta.main) {
  const given: Straightforward = JSON.parse(process.argv[2] ?? '');
  const db = new Kysely<ModeTables>({
    dialect: new PostgresDialect({ pool: new Pool({ connectionString: given.url, max: 10 }) }),
  });
  await start(db, given);
  process.once('SIGTERM', () => process.exit(0));
}

async function start(db: Kysely<ModeTables>, given: Straightforward): Promise<void> {
  const api = new OpenAPIBackend({ definition: readDocument(), quick: true, ajvOpts: { strict: false } });
  api.register({
    createCheckout: (context: Context) => createCheckout(db, given, context.request.requestBody),
    getCheckoutStatus: (context: Context) =>
      getCheckoutStatus(db, given, String(context.request.params['id'])),
    validationFail: (context: Context) => ({ status: 400, body: context.validation.errors }),
    notFound: () => ({ status: 404, body: {} }),
    unauthorizedHandler: () => ({ status: 401, body: {} }),
  });
  api.registerSecurityHandler(
    'apiKey',
    ({ request }: Context) => request.headers['authorization'] === `Bearer ${given.secretKey}`,
  );
  await api.init();
  const app = express();
  app.use(express.json());
  app.get('/ready', (_req, res) => void res.json({}));
  app.use((req, res, next) => {
    const headers = Object.fromEntries(
      Object.entries(req.headers).map(([name, value]) => [name, value ?? '']),
    );
    const request: Request = {
      method: req.method,
      path: req.path,
      query: req.url.split('?')[1] ?? '',
      headers,
      body: req.body,
    };
    api.handleRequest(request).then(({ status, body }: Answer) => res.status(status).json(body), next);
  });
  app.listen(given.port, '127.0.0.1');
}

type Answer = { readonly status: number; readonly body: unknown };

type Wanted = {
  readonly amount: string;
  readonly currency: 'USD' | 'ZWG';
  readonly merchantTransactionId: string;
  readonly returnUrl: string;
  readonly notificationUrl: string;
  readonly customerName?: string;
};

async function createCheckout(db: Kysely<ModeTables>, given: Straightforward, body: Wanted): Promise<Answer> {
  const { merchantId: merchant_id, appId } = given;
  const id = newId();
  const created_at = new Date();
  const expires_at = new Date(created_at.getTime() + hostedMs);
  await db.transaction().execute(async (tx) => {
    const reference = body.merchantTransactionId;
    await tx
      .insertInto('merchant_references')
      .values({ merchant_id, reference, checkout_id: id, created_at })
      .execute();
    await tx
      .insertInto('checkouts')
      .values({
        merchant_id,
        id,
        app_id: appId,
        source_type: 'checkout',
        reference,
        amount: BigInt(body.amount.replace('.', '')) * 100n,
        currency: body.currency,
        status: 'pending',
        gateway: 'sandbox_card',
        customer_name: body.customerName ?? null,
        return_url: body.returnUrl,
        notification_url: body.notificationUrl,
        expires_at,
        created_at,
      })
      .execute();
    await tx
      .insertInto('jobs')
      .values({
        merchant_id,
        job_id: randomUUID(),
        kind: 'checkout.expire.straightforward',
        key: id,
        payload: JSON.stringify({ checkoutId: id }),
        due_at: expires_at,
      })
      .execute();
  });
  const data = {
    checkout_id: showId('chk', id),
    payment_url: `${payAt}/${showId('chk', id)}`,
    gateway_name: 'sandbox_card',
    requires_polling: false,
  };
  return { status: 201, body: { success: true, data } };
}

async function getCheckoutStatus(
  db: Kysely<ModeTables>,
  { merchantId }: Straightforward,
  shown: string,
): Promise<Answer> {
  const checkout = await db
    .selectFrom('checkouts as c')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('transactions as t')
          .select('t.method_type')
          .whereRef('t.merchant_id', '=', 'c.merchant_id')
          .whereRef('t.checkout_id', '=', 'c.id')
          .where('t.type', '=', 'payment')
          .orderBy('t.id', 'desc')
          .limit(1)
          .as('attempt'),
      (join) => join.onTrue(),
    )
    .selectAll('c')
    .select('attempt.method_type')
    .where('c.merchant_id', '=', merchantId)
    .where('c.id', '=', readId('chk', shown))
    .executeTakeFirst();
  if (!checkout) return { status: 404, body: {} };
  const data = {
    checkout_id: shown,
    status: checkout.status,
    merchantTransactionId: checkout.reference,
    amount: String(checkout.amount),
    currency: checkout.currency,
    payment_url: `${payAt}/${shown}`,
    payment_method: checkout.method_type,
    failure: checkout.failure,
    late: checkout.late,
    expires_at: checkout.expires_at.toISOString(),
    created_at: checkout.created_at.toISOString(),
  };
  return { status: 200, body: { success: true, data } };
}
