import { ApiError } from '../../platform/errors.ts';
import type { Overload } from '../../platform/http/limits/overload.ts';
import { NotAdmitted, Turns } from '../../platform/turns.ts';
import type { Mode, Principal } from '../principal.ts';

/** How many calls of a key are under way at most, whatever they do or wait for. */
const mostInFlight = 300;
/** How many calls run at once: of one key, and of all keys of a merchant in one mode. */
const mostOfKey = 20;
const mostOfMerchant = 40;
/** How long a call waits for its turn to run. */
const waitMs = 10_000;

type Caller = Pick<Principal, 'merchantId' | 'keyId' | 'mode'>;

/** Runs a call when it is its turn. A call that needs no turn any more may leave early, and stays in flight. */
export type InFlight = <T>(caller: Caller, call: (leave: () => void) => Promise<T>) => Promise<T>;

/**
 * Bounds the calls of a key and of a merchant that run at once. Those beyond wait in memory, keys in turn, before they use a
 * connection. While there is an overload, nobody waits.
 *
 * @throws RATE_LIMIT_EXCEEDED too many calls of the key are in flight
 * @throws SERVICE_UNAVAILABLE the call has waited for too long, or would have to wait during an overload
 *
 * Decisions 0048 and 0127.
 */
export function createInFlight(overloads: Readonly<Record<Mode, Overload>>): InFlight {
  const keys = new Map<string, number>();
  const bounds = { sandbox: boundsOf(overloads.sandbox), live: boundsOf(overloads.live) };

  return async ({ mode, merchantId, keyId }, call) => {
    const inFlight = keys.get(keyId) ?? 0;
    if (inFlight >= mostInFlight)
      throw new ApiError('RATE_LIMIT_EXCEEDED', { retryAfterSeconds: 1, details: { limit: mostInFlight } });
    keys.set(keyId, inFlight + 1);
    try {
      return await inTurn(bounds[mode], { merchantId, keyId }, call);
    } finally {
      const left = (keys.get(keyId) ?? 1) - 1;
      if (left > 0) keys.set(keyId, left);
      else keys.delete(keyId);
    }
  };
}

type Bounds = { readonly merchants: Map<string, Turns>; readonly overload: Overload };

function boundsOf(overload: Overload): Bounds {
  const merchants = new Map<string, Turns>();
  overload.whenBegun(() => {
    for (const turns of merchants.values()) turns.refuseWaiting();
  });
  return { merchants, overload };
}

async function inTurn<T>(
  { merchants, overload }: Bounds,
  { merchantId, keyId }: Pick<Caller, 'merchantId' | 'keyId'>,
  call: (leave: () => void) => Promise<T>,
): Promise<T> {
  const turns = merchants.get(merchantId) ?? newTurns();
  merchants.set(merchantId, turns);
  await turnOf(turns, keyId, overload);
  let isIn = true;
  const leave = () => {
    if (!isIn) return;
    isIn = false;
    turns.leave(keyId);
    if (turns.isIdle) merchants.delete(merchantId);
  };
  try {
    return await call(leave);
  } finally {
    leave();
  }
}

function newTurns(): Turns {
  return new Turns({ most: mostOfMerchant, mostEach: mostOfKey, mostWaiting: mostInFlight, waitMs });
}

async function turnOf(turns: Turns, keyId: string, overload: Overload): Promise<void> {
  try {
    const turn = turns.take(keyId);
    if (turn === undefined) return;
    if (overload.isOn) turns.refuseWaiting();
    await overload.whileAway(() => turn);
  } catch (error) {
    throw error instanceof NotAdmitted
      ? new ApiError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 })
      : error;
  }
}
