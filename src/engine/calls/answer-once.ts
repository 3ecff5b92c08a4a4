import { type OperationId, operations } from '../../../generated/operations.ts';
import { inExclusiveTransaction, inTransaction, type Tx } from '../../platform/db/database.ts';
import { inSharedTransaction } from '../../platform/db/group.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { type Secrets, sha256 } from '../../platform/secrets.ts';
import type { Context } from '../context.ts';
import type { Principal } from '../principal.ts';
import { type AnyPhases, type Asked, type Call, type Handler, Made, madeOf, type Phased } from './handler.ts';
import {
  findKey,
  forgetKey,
  forgetKeysAcrossMerchants,
  type KeyRow,
  type KeyScope,
  keepAnswer,
  keepIntention,
  tryLockKey,
} from './queries.ts';

/** A writing call: in which world, for whom, and how its transactions become calls. */
type Writing = {
  readonly asked: Asked;
  readonly ctx: Context;
  readonly principal: Principal;
  readonly callIn: (tx: Tx, clockOffsetMs: number) => Call<never>;
};

/** The idempotency key of a call, with what it is a fingerprint of. */
type Once = { readonly scope: KeyScope; readonly fingerprint: Buffer };

type Intention = { readonly id: string };

/**
 * Runs a writing call in the transaction of its effect, and at most once per idempotency key: the answer is stored,
 * as text and sealed, in that same transaction.
 *
 * @throws IDEMPOTENCY_IN_PROGRESS the first call with the key is still running
 * @throws IDEMPOTENCY_KEY_REUSED  the key came with another body
 *
 * Decision 0007.
 */
export async function answerOnce(
  writing: Writing,
  handler: Handler<OperationId> | Phased<OperationId>,
): Promise<Made> {
  const once = onceOf(writing);
  if (typeof handler !== 'function') return await inPhases(writing, handler.phases, once);
  return await transaction(writing, inTransaction, async (tx, call) => {
    const before = once && (await replay(writing, tx, once));
    if (before instanceof Made) return before;
    const made = madeOf(await (handler as (call: unknown) => Promise<unknown>)(call));
    await keep(writing, tx, once, made);
    return made;
  });
}

async function inPhases(
  writing: Writing,
  phases: AnyPhases<OperationId>,
  once: Once | undefined,
): Promise<Made> {
  const begun = await transaction(writing, openerOf(phases, once), async (tx, call) => {
    const before = once && (await replay(writing, tx, once));
    if (before instanceof Made) return before;
    const first = before ? await phases.resume(call, before.id) : await phases.begin(call);
    if (first instanceof Made) await keep(writing, tx, once, first);
    else if (once)
      await keepIntention(tx, writing.principal.merchantId, once.scope, {
        ...once,
        intentionId: idOf(first),
      });
    return first;
  });
  if (begun instanceof Made) return begun;
  const outcome = await phases.ask(writing.ctx, begun);
  return await transaction(writing, inTransaction, async (tx, call) => {
    // Locks the key's row: of two resumed calls one finishes, the other hears its answer.
    const row = once && (await findKey(tx, writing.principal.merchantId, once.scope));
    if (row?.state === 'answered') return stored(writing, row);
    // The other one has finished, and what it answered kept nothing: neither what it began nor the key.
    if (once && row?.intention_id !== idOf(begun))
      throw new ApiError('IDEMPOTENCY_IN_PROGRESS', { retryAfterSeconds: 1 });
    const made = madeOf(await phases.finish(call, begun, outcome));
    await keep(writing, tx, once, made);
    return made;
  });
}

/** A key is locked by its transaction: two calls that share one would both hold it, so a call with a key never shares. */
function openerOf({ alone, shared }: AnyPhases<OperationId>, once: Once | undefined): typeof inTransaction {
  if (alone) return inExclusiveTransaction;
  return shared && !once ? inSharedTransaction : inTransaction;
}

function transaction<T>(
  writing: Writing,
  open: typeof inTransaction,
  work: (tx: Tx, call: Call<OperationId>) => Promise<T>,
): Promise<T> {
  const { ctx, principal, callIn } = writing;
  return open(ctx.db, principal.merchantId, (tx: Tx, clockOffsetMs: number) =>
    work(tx, callIn(tx, clockOffsetMs) as unknown as Call<OperationId>),
  );
}

/** What the key knows already: its answer, an intention to resume, or nothing. */
async function replay(
  writing: Writing,
  tx: Tx,
  { scope, fingerprint }: Once,
): Promise<Made | Intention | undefined> {
  const { merchantId } = writing.principal;
  if (!(await tryLockKey(tx, merchantId, scope)))
    throw new ApiError('IDEMPOTENCY_IN_PROGRESS', { retryAfterSeconds: 1 });
  const row = await findKey(tx, merchantId, scope);
  if (!row || row.over) return undefined;
  if (!row.fingerprint.equals(fingerprint)) throw new ApiError('IDEMPOTENCY_KEY_REUSED');
  if (row.state === 'answered') return stored(writing, row);
  if (row.leased) throw new ApiError('IDEMPOTENCY_IN_PROGRESS', { retryAfterSeconds: 1 });
  return row.intention_id === null ? undefined : { id: row.intention_id };
}

function stored({ ctx }: Writing, { status, body }: KeyRow): Made {
  if (status === null || body === null) throw new Error('an answered key has its answer');
  return new Made(status, ctx.secrets.open(body, 'idempotency'), { kept: true, replayed: true });
}

async function keep(writing: Writing, tx: Tx, once: Once | undefined, made: Made): Promise<void> {
  if (!once) return;
  const { merchantId } = writing.principal;
  if (!made.kept) return await forgetKey(tx, merchantId, once.scope);
  const body = writing.ctx.secrets.seal(made.text, 'idempotency');
  await keepAnswer(tx, merchantId, once.scope, { fingerprint: once.fingerprint, status: made.status, body });
}

function onceOf({ asked, ctx }: Writing): Once | undefined {
  const { operationId, path, raw, request } = asked;
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string') return undefined;
  const { method } = operations[operationId];
  return { scope: { method, path, key }, fingerprint: fingerprintOf(ctx.secrets, raw ?? '') };
}

/** Under a key of ours: against a plain hash, whoever has the row could try out the account numbers of a body. */
export function fingerprintOf(secrets: Secrets, body: Buffer | string): Buffer {
  return Buffer.from(secrets.sign('idempotency', sha256(body).toString('hex')), 'hex');
}

function idOf(begun: unknown): string {
  return (begun as Intention).id;
}

const batch = 1000;

/**
 * Daily job `keys.forget-answers`: idempotency keys are kept for a day.
 *
 * Decision 0007.
 */
export async function forgetAnswers(ctx: Context): Promise<void> {
  while ((await forgetKeysAcrossMerchants(ctx.db, batch)) === batch);
}
