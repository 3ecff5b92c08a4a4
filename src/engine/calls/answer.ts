import type { OperationId } from '../../../generated/operations.ts';
import type { Given } from '../../platform/contract/dispatch.ts';
import { inNameOf, type PlatformDb, type Tx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Overload } from '../../platform/http/limits/overload.ts';
import type { Log } from '../../platform/log.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { inSpan } from '../../platform/telemetry/trace.ts';
import type { Context } from '../context.ts';
import type { MerchantId, Mode, Principal } from '../principal.ts';
import { answerMakers } from './answer-makers.ts';
import { answerOnce } from './answer-once.ts';
import {
  type AdmittedCall,
  type Call,
  type Confirm,
  type Handler,
  type Handlers,
  type Phased,
  type RenderedAnswer,
  renderedAnswer,
} from './handler.ts';
import { createInFlight } from './in-flight.ts';

/** Checks a one-time code; the domain provides it. `code`: the header X-TOTP-Code; undefined when it was not sent. */
type ConfirmSecondFactor = (attempt: {
  readonly platform: PlatformDb;
  readonly secrets: Secrets;
  readonly merchantId: MerchantId;
  readonly code: string | undefined;
}) => Promise<void>;

type Parts = {
  readonly handlers: Handlers;
  readonly contexts: Readonly<Record<Mode, Context>>;
  readonly confirmSecondFactor: ConfirmSecondFactor;
  readonly overloads: Readonly<Record<Mode, Overload>>;
  readonly log: Log;
};

/** Makes the function that the dispatcher calls for every operation: it runs the handler and returns its answer. Decision 0014. */
export function answerer(parts: Parts) {
  expectHandlers(parts);
  const answer = answerCall(parts);
  const inFlight = createInFlight(parts.overloads);
  return (
    _operationId: OperationId,
    request: AdmittedCall['request'],
    given: Given<Principal>,
  ): Promise<RenderedAnswer> => {
    const admitted = { request, ...given };
    // A public operation uses no database.
    if (given.principal === undefined) return answer(admitted, () => undefined);
    return inFlight(given.principal, (leave) =>
      inSpan(given.operation.id, {}, () => answer(admitted, leave)),
    );
  };
}

/** Found at the start, not by the first caller of an older version. @throws an operation of a version has no handler */
function expectHandlers({ handlers, contexts }: Parts): void {
  for (const [version, { operations }] of contexts.live.versions.contracts)
    for (const id of Object.keys(operations))
      if (!(id in handlers)) throw new Error(`${id} of version ${version} has no handler`);
}

function answerCall({ handlers, contexts, confirmSecondFactor, overloads, log }: Parts) {
  return async (admitted: AdmittedCall, leave: () => void): Promise<RenderedAnswer> => {
    // The cast is safe: `Handlers` gives each operation its own handler where the table is written.
    const { id, facts } = admitted.operation;
    const handler = handlers[id] as unknown as Handler<OperationId> | Phased<OperationId>;
    if (admitted.principal === undefined)
      return await run(handler, { ...admitted.request, ...answerMakers(admitted, contexts.live, log) });
    const ctx = contexts[admitted.principal.mode];
    const confirming = { ctx, confirmSecondFactor };
    const second =
      facts.secondFactor === undefined
        ? undefined
        : confirmation(confirming, admitted.principal, admitted.request);
    const makers = {
      ...answerMakers(admitted, ctx, log, second?.isGiven),
      // A version that asks for no code has handlers that may: the gate was added later.
      confirm: second?.confirm ?? (() => Promise.resolve()),
    };
    const { principal, version } = admitted;
    const base = { ...admitted.request, ...makers, ctx, principal, version };
    if (!facts.writes) {
      const { merchantId } = principal;
      return await run(handler, { ...base, db: inNameOf(ctx.db, merchantId), merchant: { id: merchantId } });
    }
    const callIn = (tx: Tx, clockOffsetMs: number) =>
      ({ ...base, tx, merchant: { id: base.principal.merchantId, clockOffsetMs } }) as unknown as Call<never>;
    const overload = overloads[principal.mode];
    const writing = { admitted, ctx, principal: admitted.principal, callIn, leave, overload };
    return await answerOnce(writing, handler);
  };
}

async function run(
  handler: Handler<OperationId> | Phased<OperationId>,
  call: object,
): Promise<RenderedAnswer> {
  if (typeof handler !== 'function') throw new Error('only an operation that writes has phases');
  return renderedAnswer(await (handler as (call: object) => Promise<unknown>)(call));
}

/**
 * Made once per call, not per transaction: if a conflict makes the transaction run again, the code that this call has spent is
 * still accepted, and a wrong code is not counted twice.
 */
function confirmation(
  { ctx, confirmSecondFactor }: Pick<Parts, 'confirmSecondFactor'> & { readonly ctx: Context },
  { merchantId }: Principal,
  { headers }: AdmittedCall['request'],
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
