import type { Mode } from '../../../../engine/principal.ts';
import type { Currency } from '../../amounts/currency.ts';
import type { PayoutMethod } from '../../fees/payout-fees.ts';
import type { Wallet } from '../../wallets/wallets.ts';
import type { Presented } from '../gateways.ts';
import type { Gateway } from '../port.ts';

/** An entry below `gateways`, judged; secrets are filled in, so it is never printed or logged as a whole. */
export type GatewayEntry = {
  readonly name: string;
  readonly rail: string;
  /** The mode whose routes name it; live if none does. */
  readonly mode: Mode;
  readonly settings: unknown;
  /** Where it connects to, without a login; null if the rail has no address. */
  readonly address: string | null;
  readonly limits: Gateway['limits'];
  readonly fees: Gateway['fees'];
  readonly breaker: BreakerTerms;
};

export type BreakerTerms = { readonly failures: number; readonly seconds: number };

/** In order of preference. */
type PaymentRoute = {
  readonly takes: Presented;
  readonly currency: Currency;
  readonly gateways: readonly string[];
};

type PaidRoute = {
  readonly method: PayoutMethod;
  readonly currency: Currency;
  /** Null for a bank. */
  readonly wallet: Wallet | null;
  readonly gateway: string;
};

export type ModeRoutes = {
  readonly payments: readonly PaymentRoute[];
  readonly payouts: readonly PaidRoute[];
  /** Agents hand out cash through the API; no provider is asked. */
  readonly cashByAgents: boolean;
};

/** What gateways.yaml says. */
export type GatewayPlan = {
  readonly entries: readonly GatewayEntry[];
  readonly routes: Readonly<Record<Mode, ModeRoutes>>;
};
