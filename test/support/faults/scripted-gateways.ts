import { type ConnectGateways, gatewaysOf, type Route } from '../../../src/app/gateways.ts';
import { amountOf } from '../../../src/domain/money/amounts/amount.ts';
import type { PayoutOutcome, PayoutRequest } from '../../../src/domain/money/gateways/payout-port.ts';
import type { ChargeOutcome, ChargeRequest, Gateway } from '../../../src/domain/money/gateways/port.ts';

/** A live gateway that answers as its test says, and remembers what it was asked for. */
export type Scripted = {
  readonly gateway: Gateway;
  readonly asked: ChargeRequest[];
  /** What it answers from now on. */
  answers: (request: ChargeRequest) => ChargeOutcome | Promise<ChargeOutcome>;
};

export const approves = ({ reference, amount, currency }: ChargeRequest): ChargeOutcome => ({
  kind: 'approved',
  gatewayReference: `paid-${reference}`,
  gatewayStatus: 'PAID',
  amount,
  currency,
});

export function aScriptedGateway(name: string, about: Partial<Gateway> = {}): Scripted {
  const asked: ChargeRequest[] = [];
  const scripted: Scripted = {
    asked,
    answers: approves,
    gateway: {
      name,
      charge: async (request) => {
        asked.push(request);
        return await scripted.answers(request);
      },
      query: async () => ({ kind: 'unknown' }),
      refund: async () => ({ kind: 'unknown' }),
      ...about,
    },
  };
  return scripted;
}

export type ScriptedPayouts = {
  readonly route: Route;
  readonly asked: PayoutRequest[];
  answers: (request: PayoutRequest) => PayoutOutcome | Promise<PayoutOutcome>;
};

export function scriptedPayouts(name: string): ScriptedPayouts {
  const asked: PayoutRequest[] = [];
  const scripted: ScriptedPayouts = {
    asked,
    answers: () => ({ kind: 'completed' }),
    route: {
      pays: {},
      gateway: {
        name,
        answersAfterMs: 0,
        pay: async (request) => {
          asked.push(request);
          return await scripted.answers(request);
        },
      },
    },
  };
  return scripted;
}

/** Live has these routes; the sandbox is simulated as ever. */
export function liveWith(routes: readonly Route[], simulated: ConnectGateways): ConnectGateways {
  return (mode, parts) =>
    mode === 'live' ? { gateways: gatewaysOf(routes), rails: [] } : simulated(mode, parts);
}

/** US dollars. */
export const usd = (units: number) => amountOf(BigInt(units) * 10_000n);
