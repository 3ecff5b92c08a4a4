/**
 * The service as one would first write it, for two calls: express, openapi-backend as it comes, Kysely without prepared
 * statements. In a process of its own; its argument is JSON. The same schema, the same rows and the same locks; the key of every
 * call is looked up. It is spared what the service does besides: rate limit, log, check of answers and addresses.
 */

import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import express from 'express';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Context, OpenAPIBackend, type Request } from 'openapi-backend';
import { Pool } from 'pg';
import type { ModeTables, PlatformTables } from '../../../generated/database.ts';
import { newId, readId, showId } from '../../../src/platform/ids.ts';
import { type ServerProcess, serve } from '../testbed/processes.ts';
import type { Testbed } from '../testbed/testbed.ts';

type Straightforward = { readonly url: string; readonly port: number };

export function startStraightforward({ bothUrl, dataDir }: Testbed): Promise<ServerProcess> {
  // As the owner: the same connections read keys and write checkouts.
  const about = (port: number): Straightforward => ({ url: bothUrl, port });
  return serve({
    words: (port) => [import.meta.filename, JSON.stringify(about(port))],
    log: join(dataDir, 'straightforward.log'),
    readyPath: '/ready',
  });
}

type Db = Kysely<ModeTables & Omit<PlatformTables, 'jobs'>>;
type Caller = { readonly merchant_id: string; readonly app_id: string };

const hostedMs = 30 * 60 * 1000;
const payAt = 'http://localhost/test/c';

if (import.meta.main) {
  const given: Straightforward = JSON.parse(process.argv[2] ?? '');
  const db: Db = new Kysely({
    dialect: new PostgresDialect({ pool: new Pool({ connectionString: given.url, max: 10 }) }),
  });
  await start(db, given.port);
  process.once('SIGTERM', () => process.exit(0));
}

async function start(db: Db, port: number): Promise<void> {
  const file = resolve(import.meta.dirname, '../../../generated/openapi.json');
  const definition = JSON.parse(readFileSync(file, 'utf8'));
  const api = new OpenAPIBackend({ definition, quick: true, ajvOpts: { strict: false } });
  api.register({
    createCheckout: (context: Context) => createCheckout(db, callerOf(context), context.request.requestBody),
    getCheckoutStatus: (context: Context) =>
      getCheckoutStatus(db, callerOf(context), String(context.request.params['id'])),
    validationFail: (context: Context) => ({ status: 400, body: context.validation.errors }),
    notFound: () => ({ status: 404, body: {} }),
    unauthorizedHandler: () => ({ status: 401, body: {} }),
  });
  api.registerSecurityHandler('apiKey', ({ request }: Context) =>
    findCaller(db, String(request.headers['authorization'])),
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
  app.listen(port, '127.0.0.1');
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

function callerOf({ security }: Context): Caller {
  return security?.['apiKey'];
}

async function findCaller(db: Db, authorization: string): Promise<Caller | undefined> {
  const hash = createHash('sha256').update(authorization.slice('Bearer '.length)).digest();
  return await db
    .selectFrom('api_keys as k')
    .innerJoin('api_apps as a', 'a.id', 'k.app_id')
    .innerJoin('merchants as m', 'm.id', 'k.merchant_id')
    .select([
      'k.merchant_id',
      'k.app_id',
      'k.kind',
      'k.permissions',
      'a.features',
      'a.rate_limit',
      'm.status',
    ])
    .where('k.hash', '=', hash)
    .where('k.revoked_at', 'is', null)
    .executeTakeFirst();
}

/** Every sandbox transaction takes these locks, because of resets and turns of the clock. Decision 0019. */
function shareClockLocks(merchant: string) {
  return sql`SELECT pg_advisory_xact_lock_shared(4242), pg_advisory_xact_lock_shared(4243, hashtext(${merchant}))`;
}

async function createCheckout(db: Db, { merchant_id, app_id }: Caller, body: Wanted): Promise<Answer> {
  const id = newId();
  await db.transaction().execute(async (tx) => {
    await shareClockLocks(merchant_id).execute(tx);
    const state = await tx
      .selectFrom('merchant_states')
      .select('clock_offset_ms')
      .where('merchant_id', '=', merchant_id)
      .executeTakeFirst();
    const created_at = new Date(Date.now() + Number(state?.clock_offset_ms ?? 0));
    const expires_at = new Date(created_at.getTime() + hostedMs);
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
        app_id,
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
    await recordOpened(tx, { merchant_id, id, created_at }, body);
  });
  const data = {
    checkout_id: showId('chk', id),
    payment_url: `${payAt}/${showId('chk', id)}`,
    gateway_name: 'sandbox_card',
    requires_polling: false,
  };
  return { status: 201, body: { success: true, data } };
}

/** Records the event and looks for its subscribers. This merchant has none. */
async function recordOpened(
  tx: Db,
  { merchant_id, id, created_at }: { merchant_id: string; id: string; created_at: Date },
  body: Wanted,
): Promise<void> {
  const type = 'payment.order.created';
  const { last } = await tx
    .insertInto('event_sequences')
    .values({ merchant_id, resource_id: id, last: 1n })
    .onConflict((conflict) =>
      conflict
        .columns(['merchant_id', 'resource_id'])
        .doUpdateSet((eb) => ({ last: eb('event_sequences.last', '+', 1n) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  const data = {
    id: showId('chk', id),
    amount: `${body.amount}00`,
    currency: body.currency,
    status: 'pending',
    merchantTransactionId: body.merchantTransactionId,
    failure: null,
  };
  await tx
    .insertInto('events')
    .values({
      merchant_id,
      event_id: newId(),
      type,
      resource_id: id,
      sequence: last,
      data: JSON.stringify(data),
      created_at,
    })
    .execute();
  await tx
    .selectFrom('app_endpoints')
    .select(['app_id', 'url', 'api_version'])
    .where('merchant_id', '=', merchant_id)
    .where('url', 'is not', null)
    .where(sql<boolean>`event_types && ${[type, '*']}::text[]`)
    .execute();
}

async function getCheckoutStatus(db: Db, { merchant_id }: Caller, shown: string): Promise<Answer> {
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
      (joined) => joined.onTrue(),
    )
    .selectAll('c')
    .select('attempt.method_type')
    .where('c.merchant_id', '=', merchant_id)
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
