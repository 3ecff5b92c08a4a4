import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel';
import type { Mode } from '../../../../engine/principal.ts';
import { isOfServer } from '../../../../platform/db/driver/violations.ts';
import type { Log } from '../../../../platform/log.ts';
import { answerInTime } from '../asking.ts';
import type { PayoutGateway } from '../payout-port.ts';
import type { Gateway } from '../port.ts';
import type { BreakerTerms } from './plan.ts';

/** Keeps charges from a provider that does not answer. One for each gateway and process. */
export type Breaker = {
  /** Asks the provider, or gives `refusal` at once while it counts as down. No answer for a minute is `unknown`. */
  readonly ask: <Outcome extends { readonly kind: string }>(
    ask: () => Promise<Outcome>,
    refusal: Outcome | Unknown,
  ) => Promise<Outcome | Unknown>;
  readonly isOpen: () => boolean;
};

/** How a gateway stands, as this process sees it. */
export type GatewayState = {
  readonly gateway: string;
  readonly mode: Mode;
  /** Whether it counts as down, so that nothing new is sent to it. */
  readonly isDown: () => boolean;
  /** As `Rail` says. */
  readonly failingSinceMs?: (() => number | undefined) | undefined;
};

type Unknown = { readonly kind: 'unknown' };

/** A provider that never answers must not leave the one charge that is tried open for ever. */
const longestMs = 60_000;

/**
 * Opens after so many failures, one after the other: no answer, an error, or word that the provider is down. Then one charge is
 * tried now and again; meanwhile others are refused.
 *
 * An error of our database says nothing of the provider, so it does not count. It does not close an open breaker either.
 *
 * Decision 0102.
 */
export function createBreaker({ failures, seconds }: BreakerTerms, log: Log): Breaker {
  // The library takes an error that does not count for a success of the one charge that is tried.
  const counts = (error: unknown) => !isOfServer(error) || policy.state === CircuitState.HalfOpen;
  const policy = circuitBreaker(handleWhen(counts).orWhenResult(isFailure), {
    breaker: new ConsecutiveBreaker(failures),
    halfOpenAfter: seconds * 1000,
  });
  policy.onBreak(() =>
    log.warn({ failures, seconds }, 'the gateway counts as down: no charge is sent to it'),
  );
  policy.onHalfOpen(() => log.info('one charge is sent to the gateway that counts as down'));
  policy.onReset(() => log.info('the gateway answers again'));
  const isOpen = () => policy.state === CircuitState.Open || policy.state === CircuitState.HalfOpen;
  return {
    isOpen,
    ask: async <Outcome extends { readonly kind: string }>(
      ask: () => Promise<Outcome>,
      refusal: Outcome | Unknown,
    ): Promise<Outcome | Unknown> => {
      // The library would let others wait for the outcome of the one that is tried.
      if (policy.state === CircuitState.HalfOpen) return refusal;
      let asked = false;
      try {
        return await policy.execute<Outcome | Unknown>(() => {
          asked = true;
          return answerInTime<Outcome | Unknown>(ask(), {
            timeoutMs: longestMs,
            late: { kind: 'unknown' },
          });
        });
      } catch (error) {
        if (asked) throw error;
        return refusal;
      }
    },
  };
}

/**
 * What a provider that is there does not take says nothing of other charges: a payout while an account of the service is empty, or a
 * charge that its layout has no room for.
 */
function isFailure(outcome: unknown): boolean {
  if (typeof outcome !== 'object' || outcome === null) return false;
  const { kind, answered }: { kind?: unknown; answered?: unknown } = outcome;
  return (kind === 'unavailable' || kind === 'unknown') && answered !== true;
}

/**
 * The gateway behind a breaker, with the limits and fees of its entry. Only what begins something new is refused: questions about
 * a charge, refunds, captures and releases always go through.
 */
export function guarded(
  gateway: Gateway,
  breaker: Breaker,
  terms: { readonly limits: Gateway['limits']; readonly fees: Gateway['fees'] },
): Gateway {
  const { holds, tokenize, answerChallenge, answerDispute, isAtWork } = gateway;
  const down = { kind: 'unavailable' } as const;
  return {
    name: gateway.name,
    charge: (request) => breaker.ask(() => gateway.charge(request), down),
    query: (question) => gateway.query(question),
    refund: (request) => gateway.refund(request),
    ...(answerChallenge && {
      answerChallenge: (about, answer) => answerChallenge.call(gateway, about, answer),
    }),
    ...(answerDispute && { answerDispute: (answer) => answerDispute.call(gateway, answer) }),
    ...(isAtWork && { isAtWork: (tx, errand) => isAtWork.call(gateway, tx, errand) }),
    ...(holds && {
      holds: {
        authorize: (request) => breaker.ask(() => holds.authorize(request), down),
        capture: (request) => holds.capture(request),
        release: (request) => holds.release(request),
      },
    }),
    ...(tokenize && { tokenize: (request) => breaker.ask(() => tokenize.call(gateway, request), down) }),
    ...(terms.limits && { limits: terms.limits }),
    ...(terms.fees && { fees: terms.fees }),
  };
}

/** A payout is asked for again until its gateway decides, so one that is not sent now is only later. */
export function guardedPayouts(
  gateway: PayoutGateway,
  breaker: Breaker,
  { limits }: { readonly limits: Gateway['limits'] },
): PayoutGateway {
  const { review } = gateway;
  return {
    name: gateway.name,
    answersAfterMs: gateway.answersAfterMs,
    ...(limits && { limits }),
    pay: (request) => breaker.ask(() => gateway.pay(request), { kind: 'unknown' }),
    ...(review && { review: (payout) => review.call(gateway, payout) }),
  };
}
