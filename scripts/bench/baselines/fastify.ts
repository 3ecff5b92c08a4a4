/**
 * The reference peer: what fastify and postgres.js reach with the same durable work, for three calls. In a process of its own; its
 * argument is JSON. The same schema, rows and locks; the key of a call is kept in memory for five seconds. It is spared what the
 * service does besides: rate limit, log, idempotency, versions, check of answers and addresses.
 */

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import postgres, { type Row, type Sql } from 'postgres';
import { newId, readId, showId } from '../../../src/platform/ids.ts';
import { type ServerProcess, serve } from '../testbed/processes.ts';
import type { Testbed } from '../testbed/testbed.ts';
import { checkoutBody, listAnswer, openedAnswer, statusAnswer } from './fastify-shapes.ts';
import { openedView, pageView, statusView } from './fastify-views.ts';

type Given = { readonly url: string; readonly port: number };

export function startFastify({ bothUrl, dataDir }: Testbed): Promise<ServerProcess> {
  // As the owner: the same connections read keys and write checkouts.
  const about = (port: number): Given => ({ url: bothUrl, port });
  return serve({
    words: (port) => [import.meta.filename, JSON.stringify(about(port))],
    log: join(dataDir, 'fastify.log'),
    readyPath: '/ready',
  });
}

type Caller = { readonly merchant_id: string; readonly app_id: string };
type Body = {
  readonly amount: string;
  readonly currency: string;
  readonly merchantTransactionId: string;
  readonly returnUrl: string;
  readonly notificationUrl: string;
  readonly customerName?: string;
};

const hostedMs = 30 * 60 * 1000;
const keptMs = 5000;

if (import.meta.main) {
  const { url, port }: Given = JSON.parse(process.argv[2] ?? '');
  const place = new URL(url);
  const { searchParams } = place;
  const sql = postgres({
    host: searchParams.get('host') ?? place.hostname,
    port: Number(searchParams.get('port') ?? place.port),
    user: place.username,
    pass: decodeURIComponent(place.password),
    database: place.pathname.slice(1),
    max: 8,
    connection: { search_path: 'sandbox,platform' },
  });
  await start(sql).listen({ port, host: '127.0.0.1' });
  process.once('SIGTERM', () => process.exit(0));
}

function start(sql: Sql): FastifyInstance {
  const app = fastify({ logger: false });
  const callerOf = keepCallers(sql);
  app.get('/ready', async () => ({}));
  app.post<{ Body: Body }>(
    '/v1/checkout/create',
    { schema: { body: checkoutBody, response: { 201: openedAnswer } } },
    async (request, reply) => {
      const caller = await callerOf(request);
      if (!caller) return reply.code(401).send();
      const id = await createCheckout(sql, caller, request.body);
      if (id === undefined) return reply.code(409).send();
      return reply.code(201).send({ success: true, data: openedView(id) });
    },
  );
  app.get<{ Params: { id: string } }>(
    '/v1/checkout/:id/status',
    { schema: { response: { 200: statusAnswer } } },
    async (request, reply) => {
      const caller = await callerOf(request);
      if (!caller) return reply.code(401).send();
      const row = await findCheckout(sql, caller, readId('chk', request.params.id));
      if (!row) return reply.code(404).send();
      return { success: true, data: statusView(row) };
    },
  );
  app.get<{ Querystring: { limit?: number } }>(
    '/v1/transactions',
    {
      schema: {
        querystring: { type: 'object', properties: { limit: { type: 'integer', minimum: 1, maximum: 100 } } },
        response: { 200: listAnswer },
      },
    },
    async (request, reply) => {
      const caller = await callerOf(request);
      if (!caller) return reply.code(401).send();
      const limit = request.query.limit ?? 20;
      const rows = await sql`
        SELECT * FROM transactions WHERE merchant_id = ${caller.merchant_id} ORDER BY id DESC LIMIT ${limit + 1}`;
      return { success: true, data: pageView(rows, limit) };
    },
  );
  return app;
}

/** Looks a key up once in five seconds, as the service does. */
function keepCallers(sql: Sql): (request: FastifyRequest) => Promise<Caller | undefined> {
  const kept = new Map<string, { readonly caller: Caller; readonly untilMs: number }>();
  return async ({ headers }) => {
    const authorization = headers.authorization ?? '';
    const hash = createHash('sha256').update(authorization.slice('Bearer '.length)).digest();
    const key = hash.toString('base64');
    const known = kept.get(key);
    if (known && known.untilMs > performance.now()) return known.caller;
    const [found] = await sql<Caller[]>`
      SELECT k.merchant_id, k.app_id FROM api_keys k JOIN api_apps a ON a.id = k.app_id JOIN merchants m ON m.id = k.merchant_id
      WHERE k.hash = ${hash} AND k.revoked_at IS NULL`;
    if (found) kept.set(key, { caller: found, untilMs: performance.now() + keptMs });
    return found;
  };
}

/** Everything in one statement: the locks of decision 0019, the reference, the job, the checkout, the event, its subscribers. */
async function createCheckout(
  sql: Sql,
  { merchant_id, app_id }: Caller,
  body: Body,
): Promise<string | undefined> {
  const id = newId();
  const shown = showId('chk', id);
  const { amount, currency, merchantTransactionId: reference } = body;
  const data = JSON.stringify({
    id: shown,
    amount: `${amount}00`,
    currency,
    status: 'pending',
    merchantTransactionId: reference,
    failure: null,
  });
  const units = `${amount.replace('.', '')}00`;
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + hostedMs);
  const rows = await sql`
    WITH locked AS MATERIALIZED (
      SELECT pg_advisory_xact_lock_shared(4242), pg_advisory_xact_lock_shared(4243, hashtext(${merchant_id}))),
    clock AS (
      SELECT coalesce((SELECT clock_offset_ms FROM merchant_states WHERE merchant_id = ${merchant_id}), 0) * interval '1 ms' AS ahead
      FROM locked),
    taken AS (
      INSERT INTO merchant_references (merchant_id, reference, checkout_id, created_at)
      SELECT ${merchant_id}, ${reference}, ${id}, ${createdAt}::timestamptz + ahead FROM clock
      ON CONFLICT DO NOTHING RETURNING merchant_id, checkout_id, created_at),
    queued AS (
      INSERT INTO jobs (merchant_id, job_id, kind, key, payload, due_at)
      SELECT merchant_id, ${newId()}, 'checkout.expire.fastify', ${id}, ${sql.json({ checkoutId: id })}, ${expiresAt}::timestamptz FROM taken),
    numbered AS (
      INSERT INTO event_sequences AS s (merchant_id, resource_id, last) SELECT merchant_id, checkout_id, 1 FROM taken
      ON CONFLICT (merchant_id, resource_id) DO UPDATE SET last = s.last + 1 RETURNING last),
    recorded AS (
      INSERT INTO events (merchant_id, event_id, type, resource_id, sequence, data, created_at)
      SELECT t.merchant_id, ${newId()}, 'payment.order.created', t.checkout_id, n.last, ${data}, t.created_at FROM taken t, numbered n)
    INSERT INTO checkouts (merchant_id, id, app_id, source_type, reference, amount, currency, status, gateway, customer_name,
      return_url, notification_url, expires_at, created_at)
    SELECT merchant_id, checkout_id, ${app_id}, 'checkout', ${reference}, ${units}::bigint, ${currency}, 'pending', 'sandbox_card',
      ${body.customerName ?? null}, ${body.returnUrl}, ${body.notificationUrl}, ${expiresAt}::timestamptz, created_at FROM taken
    RETURNING (SELECT array_agg(url) FROM app_endpoints e WHERE e.merchant_id = ${merchant_id} AND e.url IS NOT NULL
      AND e.event_types && ARRAY['payment.order.created', '*']) AS subscribers`;
  return rows.length === 0 ? undefined : shown;
}

async function findCheckout(
  sql: Sql,
  { merchant_id }: Caller,
  id: string | undefined,
): Promise<Row | undefined> {
  const [row] = await sql`
    SELECT c.*, attempt.method_type FROM checkouts c LEFT JOIN LATERAL (
      SELECT t.method_type FROM transactions t WHERE t.merchant_id = c.merchant_id AND t.checkout_id = c.id AND t.type = 'payment'
      ORDER BY t.id DESC LIMIT 1) attempt ON true
    WHERE c.merchant_id = ${merchant_id} AND c.id = ${id ?? null}`;
  return row;
}
