import { ApiError } from '../../platform/errors.ts';
import { Backlog, refuseForOverload } from '../../platform/http/limits/backlog.ts';
import { NotAdmitted, Turns } from '../../platform/turns.ts';
import type { Mode, Principal } from '../principal.ts';

/** How many calls of a key are under way at most, whatever they do or wait for. */
const mostInFlight = 300;
/** How many calls run at once: of one key, and of all keys of a merchant in one mode. */
const mostOfKey = 20;
const mostOfMerchant = 40;
/** How long a call waits for its turn to run. */
const waitMs = 10_000;
/** Calls of a key that is never done with its own are refused at once; a burst is served. */
const ownLimits = { promptMs: 500, burstMs: 3000 };

type Caller = Pick<Principal, 'merchantId' | 'keyId' | 'mode'>;

/** Runs a call when it is its turn. A call that needs no turn any more may leave early, and stays in flight. */
export type InFlight = <T>(caller: Caller, call: (leave: () => void) => Promise<T>) => Promise<T>;

/** The calls of a merchant, and whether more of them come than are served. */
type OfMerchant = { readonly turns: Turns; readonly backlog: Backlog };

/**
 * Bounds the calls of a key and of a merchant that run at once. Those beyond wait in memory, keys in turn, before they use a
 * connection.
 *
 * @param isStrict whether the process is overloaded: then no call joins others of its key that wait
 * @throws RATE_LIMIT_EXCEEDED too many calls of the key are in flight
 * @throws SERVICE_UNAVAILABLE the call has waited for too long, or would
 *
 * Decisions 0048 and 0127.
 */
export function createInFlight(isStrict: (mode: Mode) => boolean = () => false): InFlight {
  const keys = new Map<string, number>();
  const merchants = new Map<string, OfMerchant>();

  return async ({ mode, merchantId, keyId }, call) => {
    const inFlight = keys.get(keyId) ?? 0;
    if (inFlight >= mostInFlight)
      throw new ApiError('RATE_LIMIT_EXCEEDED', { retryAfterSeconds: 1, details: { limit: mostInFlight } });
    keys.set(keyId, inFlight + 1);
    try {
      const caller = { name: `${mode} ${merchantId}`, keyId, isStrict: isStrict(mode) };
      return await inTurn(merchants, caller, call);
    } finally {
      const left = (keys.get(keyId) ?? 1) - 1;
      if (left > 0) keys.set(keyId, left);
      else keys.delete(keyId);
    }
  };
}

async function inTurn<T>(
  merchants: Map<string, OfMerchant>,
  { name, keyId, isStrict }: { readonly name: string; readonly keyId: string; readonly isStrict: boolean },
  call: (leave: () => void) => Promise<T>,
): Promise<T> {
  const merchant = merchants.get(name) ?? { turns: newTurns(), backlog: new Backlog(ownLimits) };
  const { turns, backlog } = merchant;
  const expectedMs = turns.waitMsOf(keyId);
  if (!backlog.admits(expectedMs) || (isStrict && expectedMs > 0)) refuseForOverload('merchant');
  merchants.set(name, merchant);
  await turnOf(turns, keyId);
  let isIn = true;
  const leave = () => {
    if (!isIn) return;
    isIn = false;
    turns.leave(keyId);
    if (turns.isIdle) merchants.delete(name);
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

async function turnOf(turns: Turns, keyId: string): Promise<void> {
  try {
    const turn = turns.take(keyId);
    if (turn) await turn;
  } catch (error) {
    throw error instanceof NotAdmitted
      ? new ApiError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 })
      : error;
  }
}
