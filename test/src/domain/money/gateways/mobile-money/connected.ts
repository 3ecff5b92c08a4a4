import { afterAll, beforeAll } from 'vitest';
import { amountOf } from '../../../../../../src/domain/money/amounts/amount.ts';
import { createMobileMoney } from '../../../../../../src/domain/money/gateways/mobile-money/mobile-money.ts';
import type { MobileMoneySettings } from '../../../../../../src/domain/money/gateways/mobile-money/wire/settings.ts';
import type { PayoutRequest } from '../../../../../../src/domain/money/gateways/payout-port.ts';
import type { ChargeQuestion, ChargeRequest } from '../../../../../../src/domain/money/gateways/port.ts';
import type { RailParts } from '../../../../../../src/domain/money/gateways/rail.ts';
import type { RefundRequest } from '../../../../../../src/domain/money/gateways/refund-port.ts';
import { merchantId } from '../../../../../../src/engine/principal.ts';
import type { Db } from '../../../../../../src/platform/db/database.ts';
import { newId } from '../../../../../../src/platform/ids.ts';
import { createLog } from '../../../../../../src/platform/log.ts';
import { createSecrets } from '../../../../../../src/platform/secrets.ts';
import {
  anOperator,
  credentials,
  type Operator,
  ownAccount,
} from '../../../../../support/rails/mobile-money-operator.ts';

export const lines: string[] = [];
export const secrets = createSecrets('a secret key of tests only');

const parts: RailParts = {
  name: 'operator_a',
  // The rail keeps nothing: the operator does.
  db: undefined as unknown as Db,
  log: createLog({ level: 'info', destination: { write: (line) => void lines.push(line) }, readable: false }),
  secrets,
  callbackAddress: 'http://127.0.0.1:9/callbacks-go-nowhere',
};

export function settingsOf(operator: Pick<Operator, 'address' | 'tokenAddress'>): MobileMoneySettings {
  const { clientId, clientSecret, apiKey } = credentials;
  return {
    address: operator.address,
    accounts: { USD: ownAccount },
    auth: { type: 'oauth', tokenAddress: operator.tokenAddress, clientId, clientSecret },
    apiKey,
    timeoutSeconds: 2,
  };
}

/** A rail to an operator. */
export function railTo(operator: Operator, more: Partial<MobileMoneySettings> = {}) {
  const rail = createMobileMoney({ ...settingsOf(operator), ...more }, parts);
  const { gateway, payouts } = rail;
  if (!gateway || !payouts) throw new Error('the rail takes payments and pays out');
  return { ...rail, gateway, payouts };
}

/** An operator and a rail to it, for the tests of one file. */
export function connectedForFile(): {
  readonly operator: () => Operator;
  readonly rail: () => ReturnType<typeof railTo>;
} {
  let made: { operator: Operator; rail: ReturnType<typeof railTo> } | undefined;
  beforeAll(async () => {
    const operator = await anOperator();
    made = { operator, rail: railTo(operator) };
  });
  afterAll(async () => {
    await made?.rail.stop();
    await made?.operator.close();
  });
  const ready = () => {
    if (!made) throw new Error('the operator is opened before the first test');
    return made;
  };
  return { operator: () => ready().operator, rail: () => ready().rail };
}

const merchant = merchantId('0197c0de-0000-7000-8000-000000000001');
const at = new Date();
export const usd = (hundredths: number) => amountOf(BigInt(hundredths) * 100n);

export function aCharge(more: Partial<ChargeRequest> = {}): ChargeRequest {
  return {
    merchantId: merchant,
    reference: newId(),
    amount: usd(5000),
    currency: 'USD',
    startedAt: at,
    instrument: { type: 'wallet', wallet: 'wallet_a', phone: '+263771234567' },
    ...more,
  };
}

export function aboutCharge(request: ChargeRequest, gatewayReference: string | null = null): ChargeQuestion {
  const { reference, amount, currency, startedAt } = request;
  return {
    merchantId: merchant,
    reference,
    gatewayReference,
    amount,
    currency,
    startedAt,
    now: new Date(),
    phone: '+263771234567',
    method: 'wallet_a',
  } as ChargeQuestion;
}

export function aRefund(
  payment: ChargeRequest,
  gatewayReference: string,
  more: Partial<RefundRequest> = {},
): RefundRequest {
  return {
    merchantId: merchant,
    reference: newId(),
    payment: { reference: payment.reference, amount: payment.amount },
    gatewayReference,
    amount: payment.amount,
    currency: payment.currency,
    startedAt: at,
    now: new Date(),
    unwanted: false,
    ...more,
  };
}

export function aWalletPayout(more: Partial<PayoutRequest> = {}): PayoutRequest {
  return {
    merchantId: merchant,
    reference: newId(),
    method: 'mobile_money',
    gross: usd(2000),
    net: usd(1950),
    currency: 'USD',
    startedAt: at,
    now: new Date(),
    destination: { type: 'wallet', wallet: 'wallet_a', phone: '+263771234567' },
    ...more,
  };
}

/** A payment that has been approved, and the operator's reference of it. */
export async function aPaid(
  rail: ReturnType<typeof railTo>,
  operator: Operator,
): Promise<{ request: ChargeRequest; gatewayReference: string }> {
  const request = aCharge();
  operator.behave({ callbacks: 'none' });
  await rail.gateway.charge(request);
  await operator.settled();
  const paid = await rail.gateway.query(aboutCharge(request));
  if (paid.kind !== 'approved') throw new Error(`the payment is ${paid.kind}`);
  return { request, gatewayReference: paid.gatewayReference };
}
