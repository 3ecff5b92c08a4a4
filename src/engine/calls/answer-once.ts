import type { OperationId } from '../../../generated/operations.ts';
import { inExclusiveTransaction, inTransaction, type Tx } from '../../platform/db/database.ts';
import { inSharedTransaction } from '../../platform/db/together/group.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Overload } from '../../platform/http/limits/overload.ts';
import type { Context } from '../context.ts';
import type { Principal } from '../principal.ts';
import { expectKnownShape } from '../shapes.ts';
import {
  type AdmittedCall,
  type AnyPhases,
  type Call,
  type Handler,
  type Phased,
  RenderedAnswer,
  renderedAnswer,
} from './handler.ts';
import { whileHolding } from './leases.ts';
import { answerPurpose, type Once, onceOf } from './once.ts';
import { findKey, forgetKey, type KeyRow, keepAnswer, keepIntention, tryLockKey } from './queries.ts';

/** A call that writes. `callIn` gives it a transaction. */
type Writing = {
  readonly admitted: AdmittedCall;
  readonly ctx: Context;
  readonly principal: Principal;
  readonly callIn: (tx: Tx, clockOffsetMs: number) => Call<never>;
  /** The call no longer counts among those that run. */
  readonly leave: () => void;
  readonly overload: Overload;
};

type Intention = { readonly id: string };

/**
 * Runs a writing call in the transaction of its effect, and at most once per idempotency key: the answer is stored sealed,
 * in that same transaction.
 *
 * @throws IDEMPOTENCY_IN_PROGRESS the first call with the key is still running
 * @throws IDEMPOTENCY_KEY_REUSED  the key came with another body
 *
 * Decision 0007.
 */
export async function answerOnce(
  writing: Writing,
  handler: Handler<OperationId> | Phased<OperationId>,
): Promise<RenderedAnswer> {
  const once = onceOf(writing.admitted, writing.ctx.secrets);
  if (typeof handler !== 'function') return await inPhases(writing, handler.phases, once);
  return await transaction(writing, inTransaction, async (tx, call) => {
    const before = once && (await replay(writing, tx, once));
    if (before instanceof RenderedAnswer) return before;
    const answer = renderedAnswer(await (handler as (call: unknown) => Promise<unknown>)(call));
    await keep(writing, tx, once, answer);
    return answer;
  });
}

async function inPhases(
  writing: Writing,
  phases: AnyPhases<OperationId>,
  once: Once | undefined,
): Promise<RenderedAnswer> {
  const { merchantId } = writing.principal;
  const { current } = writing.ctx.versions;
  const open = openerOf(phases, once);
  // Calls that share a transaction use one connection together: the more of them share it, the fewer commits there are.
  if (open === inSharedTransaction) writing.leave();
  const begun = await transaction(writing, open, async (tx, call) => {
    const before = once && (await replay(writing, tx, once));
    if (before instanceof RenderedAnswer) return before;
    const first = before ? await phases.resume(call, before.id) : await phases.begin(call);
    if (first instanceof RenderedAnswer) await keep(writing, tx, once, first);
    else if (once)
      await keepIntention(tx, merchantId, once.scope, {
        fingerprint: once.fingerprints[0],
        intentionId: idOf(first),
        version: current,
      });
    return first;
  });
  if (begun instanceof RenderedAnswer) return begun;
  // Another system may take long, and meanwhile the call uses nothing that others need. Only a turned clock runs jobs itself.
  if (!phases.alone) writing.leave();
  const held = once && { ...once.scope, merchantId, intentionId: idOf(begun) };
  return await whileHolding(writing.ctx, held, () => askAndFinish(writing, phases, { once, begun }));
}

async function askAndFinish(
  writing: Writing,
  phases: AnyPhases<OperationId>,
  { once, begun }: { readonly once: Once | undefined; readonly begun: unknown },
): Promise<RenderedAnswer> {
  const outcome = await writing.overload.whileAway(() => phases.ask(writing.ctx, begun));
  return await transaction(writing, inTransaction, async (tx, call) => {
    // Locks the key's row: if two calls resumed the same intention, one finishes it and the other replays its answer.
    const row = once && (await findKey(tx, writing.principal.merchantId, once.scope));
    if (row?.state === 'answered') return stored(writing, row);
    // The other call finished and its answer is not stored, so the key and this intention are gone.
    if (once && row?.intention_id !== idOf(begun))
      throw new ApiError('IDEMPOTENCY_IN_PROGRESS', { retryAfterSeconds: 1 });
    const answer = renderedAnswer(await phases.finish(call, begun, outcome));
    await keep(writing, tx, once, answer);
    return answer;
  });
}

/**
 * A key's lock belongs to its transaction, and two calls that share a transaction would both hold it. So a call with a key gets a
 * transaction of its own.
 */
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

/** What is stored for the key: its answer, an intention to resume, or nothing. */
async function replay(
  writing: Writing,
  tx: Tx,
  { scope, fingerprints }: Once,
): Promise<RenderedAnswer | Intention | undefined> {
  const { merchantId } = writing.principal;
  if (!(await tryLockKey(tx, merchantId, scope)))
    throw new ApiError('IDEMPOTENCY_IN_PROGRESS', { retryAfterSeconds: 1 });
  const row = await findKey(tx, merchantId, scope);
  if (!row || row.over) return undefined;
  if (!fingerprints.some((ours) => ours.equals(row.fingerprint)))
    throw new ApiError('IDEMPOTENCY_KEY_REUSED');
  if (row.state === 'answered') return stored(writing, row);
  if (row.leased) throw new ApiError('IDEMPOTENCY_IN_PROGRESS', { retryAfterSeconds: 1 });
  return row.intention_id === null ? undefined : { id: row.intention_id };
}

function stored({ ctx }: Writing, { status, body, body_version: version }: KeyRow): RenderedAnswer {
  if (status === null || body === null) throw new Error('an answered idempotency key has no stored answer');
  expectKnownShape(ctx.versions, version);
  const text = ctx.secrets.open(body, answerPurpose);
  return new RenderedAnswer(status, text, { version, kept: true, replayed: true });
}

async function keep(writing: Writing, tx: Tx, once: Once | undefined, answer: RenderedAnswer): Promise<void> {
  if (!once) return;
  const { merchantId } = writing.principal;
  if (!answer.kept) return await forgetKey(tx, merchantId, once.scope);
  const body = writing.ctx.secrets.seal(answer.text, answerPurpose);
  await keepAnswer(tx, merchantId, once.scope, {
    fingerprint: once.fingerprints[0],
    status: answer.status,
    body,
    version: answer.version,
  });
}

function idOf(begun: unknown): string {
  return (begun as Intention).id;
}
