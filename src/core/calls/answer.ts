import { type ErrorCode, errorCatalogue } from '../../../generated/error-catalogue.ts';
import type { OperationId } from '../../../generated/operations.ts';
import { operations } from '../../../generated/operations.ts';
import { answerErrors } from '../../platform/contract/answers.ts';
import type { Answer } from '../../platform/contract/types.ts';
import type { Tx } from '../../platform/db/database.ts';
import { failureOf } from '../../platform/http/error-handler.ts';
import { ApiError } from '../../platform/http/errors.ts';
import type { Log } from '../../platform/log.ts';
import type { Context } from '../context.ts';
import type { Mode, Principal } from '../merchants/principal.ts';
import { answerOnce } from './answer-once.ts';
import type { Call, Handlers } from './handler.ts';

/** A call that has passed the front: its request is what the contract allows. */
export type Asked = {
  readonly operationId: OperationId;
  readonly requestId: string;
  /** Absent for a public operation. */
  readonly principal: Principal | undefined;
  readonly path: string;
  readonly request: {
    readonly params: Readonly<Record<string, unknown>>;
    readonly query: Readonly<Record<string, unknown>>;
    readonly headers: Readonly<Record<string, unknown>>;
    readonly body: unknown;
  };
  /** The bytes of the body: the fingerprint of an idempotent request. */
  readonly raw: Buffer | undefined;
};

/** An answer in the newest shape. */
export class Made {
  readonly status: number;
  readonly text: string;
  /** It kept something, so a retry with the same key must hear it again. */
  readonly kept: boolean;
  readonly replayed: boolean;

  constructor(status: number, text: string, about: { kept: boolean; replayed: boolean }) {
    this.status = status;
    this.text = text;
    this.kept = about.kept;
    this.replayed = about.replayed;
  }
}

export type Answerer = (asked: Asked) => Promise<Made>;

/** Finds the handler of a call, gives it its world and its transaction, and takes its answer. Decision 0014. */
export function answerer(handlers: Handlers, contexts: Readonly<Record<Mode, Context>>, log: Log): Answerer {
  return async (asked) => {
    const handler = handlers[asked.operationId] as Handlers[OperationId];
    const says = speech(asked, log);
    const { writes } = operations[asked.operationId];
    if (asked.principal === undefined) return await run(handler, { ...asked.request, ...says });
    const ctx = contexts[asked.principal.mode];
    const base = { ...asked.request, ...says, ctx, principal: asked.principal };
    if (!writes) return await run(handler, { ...base, db: ctx.db, merchant: { id: asked.principal.merchantId } });
    const callIn = (tx: Tx, clockOffsetMs: number) =>
      ({ ...base, tx, merchant: { id: base.principal.merchantId, clockOffsetMs } }) as unknown as Call<never>;
    return await answerOnce({ asked, ctx, principal: asked.principal, callIn }, handler);
  };
}

async function run(handler: Handlers[OperationId], call: object): Promise<Made> {
  if (typeof handler !== 'function') throw new Error('only what writes has phases');
  return madeOf(await (handler as (call: object) => Promise<unknown>)(call));
}

/** Only `reply` and `refuse` make an answer, whatever the types were talked into. */
export function madeOf(answer: unknown): Made {
  if (answer instanceof Made) return answer;
  throw new Error('a handler answered without reply or refuse');
}

function speech({ operationId, requestId }: Asked, log: Log) {
  return {
    reply: (status: number, data: unknown) => {
      const body = { success: true, data };
      const errors = answerErrors(operationId, status, body);
      if (errors) throw new Error(`${operationId} ${status} breaks the contract: ${JSON.stringify(errors).slice(0, 1000)}`);
      return new Made(status, JSON.stringify(body), { kept: true, replayed: false }) as unknown as Answer<OperationId>;
    },
    refuse: (code: ErrorCode) => {
      const { status, body } = failureOf(new ApiError(code), requestId, log);
      const kept = errorCatalogue[code].status < 500;
      return new Made(status, JSON.stringify(body), { kept, replayed: false }) as unknown as Answer<OperationId>;
    },
  };
}
