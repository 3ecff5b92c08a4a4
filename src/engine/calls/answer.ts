import { type ErrorCode, errorCatalogue } from '../../../generated/error-catalogue.ts';
import { type OperationFacts, type OperationId, operations } from '../../../generated/operations.ts';
import { validateAnswer } from '../../platform/contract/answers.ts';
import type { Given } from '../../platform/contract/dispatch.ts';
import type { Answer } from '../../platform/contract/types.ts';
import type { PlatformDb, Tx } from '../../platform/db/database.ts';
import { failureOf } from '../../platform/http/error-handler.ts';
import { ApiError } from '../../platform/http/errors.ts';
import type { Log } from '../../platform/log.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { Context } from '../context.ts';
import type { MerchantId, Mode, Principal } from '../principal.ts';
import { answerOnce } from './answer-once.ts';
import {
  type Asked,
  type Call,
  type Confirm,
  type Handler,
  type Handlers,
  Made,
  madeOf,
  type Phased,
} from './handler.ts';

/** What the domain checks a one-time code with. `code`: the header X-TOTP-Code; undefined when it was not sent. */
type ConfirmSecondFactor = (asking: {
  readonly platform: PlatformDb;
  readonly secrets: Secrets;
  readonly merchantId: MerchantId;
  readonly code: string | undefined;
}) => Promise<void>;

type Parts = {
  readonly handlers: Handlers;
  readonly contexts: Readonly<Record<Mode, Context>>;
  readonly confirmSecondFactor: ConfirmSecondFactor;
  readonly log: Log;
};

/** What the dispatcher calls for every operation: finds its handler, gives it its context, takes its answer. Decision 0014. */
export function answerer(parts: Parts) {
  const answer = answerAsked(parts);
  return (operationId: OperationId, request: Asked['request'], given: Given<Principal>): Promise<Made> =>
    answer({ operationId, request, ...given });
}

function answerAsked({ handlers, contexts, confirmSecondFactor, log }: Parts) {
  return async (asked: Asked): Promise<Made> => {
    // The pairing of an operation with its handler is checked where the table is written.
    const handler = handlers[asked.operationId] as unknown as Handler<OperationId> | Phased<OperationId>;
    const { writes, secondFactor }: OperationFacts = operations[asked.operationId];
    if (asked.principal === undefined) return await run(handler, { ...asked.request, ...speech(asked, log) });
    const ctx = contexts[asked.principal.mode];
    const confirming = { ctx, confirmSecondFactor };
    const second =
      secondFactor === undefined ? undefined : confirmation(confirming, asked.principal, asked.request);
    const says = { ...speech(asked, log, second?.isGiven), ...(second && { confirm: second.confirm }) };
    const base = { ...asked.request, ...says, ctx, principal: asked.principal };
    if (!writes)
      return await run(handler, { ...base, db: ctx.db, merchant: { id: asked.principal.merchantId } });
    const callIn = (tx: Tx, clockOffsetMs: number) =>
      ({ ...base, tx, merchant: { id: base.principal.merchantId, clockOffsetMs } }) as unknown as Call<never>;
    return await answerOnce({ asked, ctx, principal: asked.principal, callIn }, handler);
  };
}

async function run(handler: Handler<OperationId> | Phased<OperationId>, call: object): Promise<Made> {
  if (typeof handler !== 'function') throw new Error('only what writes has phases');
  return madeOf(await (handler as (call: object) => Promise<unknown>)(call));
}

/**
 * One per call, not per transaction: a transaction that met another one runs again. The code that it spent is still its
 * own, and one that was wrong is counted once.
 */
function confirmation(
  { ctx, confirmSecondFactor }: Pick<Parts, 'confirmSecondFactor'> & { readonly ctx: Context },
  { merchantId }: Principal,
  { headers }: Asked['request'],
) {
  const sent = headers['x-totp-code'];
  const code = typeof sent === 'string' ? sent : undefined;
  let isGiven = false;
  let refusal: ApiError | undefined;
  const confirm: Confirm = async () => {
    if (refusal) throw refusal;
    if (isGiven) return;
    try {
      await confirmSecondFactor({ platform: ctx.platform, secrets: ctx.secrets, merchantId, code });
      isGiven = true;
    } catch (error) {
      if (error instanceof ApiError) refusal = error;
      throw error;
    }
  };
  return { confirm, isGiven: () => isGiven };
}

const isAlwaysGiven = () => true;

function speech({ operationId, requestId }: Asked, log: Log, isConfirmed = isAlwaysGiven) {
  const expectConfirmed = () => {
    if (!isConfirmed()) throw new Error(`${operationId} answers without having asked for the second factor`);
  };
  return {
    reply: (status: number, data: unknown) => {
      expectConfirmed();
      const body = { success: true, data };
      const errors = validateAnswer(operationId, status, body);
      if (errors)
        throw new Error(
          `${operationId} ${status} breaks the contract: ${JSON.stringify(errors).slice(0, 1000)}`,
        );
      return new Made(status, JSON.stringify(body), {
        kept: true,
        replayed: false,
      }) as unknown as Answer<OperationId>;
    },
    refuse: (code: ErrorCode) => {
      expectConfirmed();
      const { status, body, headers } = failureOf(new ApiError(code), requestId, log);
      const kept = errorCatalogue[code].status < 500;
      return new Made(status, JSON.stringify(body), {
        kept,
        replayed: false,
        headers,
      }) as unknown as Answer<OperationId>;
    },
  };
}
