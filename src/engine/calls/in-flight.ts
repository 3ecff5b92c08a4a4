import { ApiError } from '../../platform/errors.ts';
import { NotAdmitted, Turns } from '../../platform/turns.ts';
import type { Principal } from '../principal.ts';

/** How many calls run at once: of one key, and of all keys of a merchant in one mode. */
const mostOfKey = 20;
const mostOfMerchant = 40;
/** How many more calls of a key wait for their turn, and for how long. */
const mostWaiting = 280;
const waitMs = 10_000;

type Caller = Pick<Principal, 'merchantId' | 'keyId' | 'mode'>;

/** Runs a call when it is its turn. The call may leave early, when it only waits for another system. */
export type InFlight = <T>(caller: Caller, call: (leave: () => void) => Promise<T>) => Promise<T>;

/**
 * Bounds the calls of a key and of a merchant that run at once. Those beyond wait in memory, keys in turn, before they use a
 * connection.
 *
 * @throws RATE_LIMIT_EXCEEDED too many calls of the key wait already
 * @throws SERVICE_UNAVAILABLE the call has waited for too long
 *
 * Decision 0048.
 */
export function createInFlight(): InFlight {
  const merchants = new Map<string, Turns>();

  return async (caller, call) => {
    const name = `${caller.mode} ${caller.merchantId}`;
    const turns = merchants.get(name) ?? limited();
    merchants.set(name, turns);
    await turnOf(turns, caller.keyId);
    let isIn = true;
    const leave = () => {
      if (isIn) turns.leave(caller.keyId);
      isIn = false;
      if (turns.isIdle) merchants.delete(name);
    };
    try {
      return await call(leave);
    } finally {
      leave();
    }
  };
}

function limited(): Turns {
  return new Turns({ most: mostOfMerchant, mostEach: mostOfKey, mostWaiting, waitMs });
}

async function turnOf(turns: Turns, keyId: string): Promise<void> {
  try {
    const turn = turns.take(keyId);
    if (turn) await turn;
  } catch (error) {
    if (!(error instanceof NotAdmitted)) throw error;
    if (error.why === 'too long') throw new ApiError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 });
    const details = { limit: mostOfKey + mostWaiting };
    throw new ApiError('RATE_LIMIT_EXCEEDED', { retryAfterSeconds: 1, details });
  }
}
