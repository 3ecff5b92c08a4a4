import { createAcquirer } from '../../../../../../src/domain/money/gateways/acquirer/acquirer.ts';
import type { AcquirerSettings } from '../../../../../../src/domain/money/gateways/acquirer/settings.ts';
import type {
  ChargeOutcome,
  ChargeQuestion,
  ChargeRequest,
  Gateway,
} from '../../../../../../src/domain/money/gateways/port.ts';
import type { Rail } from '../../../../../../src/domain/money/gateways/rail.ts';
import { merchantId } from '../../../../../../src/engine/principal.ts';
import { newId } from '../../../../../../src/platform/ids.ts';
import { createLog } from '../../../../../../src/platform/log.ts';
import { createSecrets } from '../../../../../../src/platform/secrets.ts';
import { usd } from '../../../../../support/faults/scripted-gateways.ts';
import type { TestDatabase } from '../../../../../support/service/database.ts';

export const merchant = merchantId('01950000-0000-7000-8000-00000000000a');

export const card = {
  type: 'card',
  number: '4242424242424242',
  expiry: { month: 12, year: 2031 },
  cvv: '123',
} as const;

export type Connected = {
  readonly rail: Rail;
  readonly gateway: Gateway;
  /** The log, one JSON line each. */
  readonly lines: readonly string[];
};

/** Longer than a busy machine takes for an answer that does come. */
export const patient = { connect_ms: 20_000, answer_ms: 20_000, reversal_ms: 20_000 } as const;
/** For answers that never come, so that a test of them is quick. */
export const hasty = { ...patient, answer_ms: 400, reversal_ms: 1000 } as const;

/** One process's connection to an acquirer, with the live schema of a database. */
export function connect(database: TestDatabase, settings: AcquirerSettings): Connected {
  const lines: string[] = [];
  const log = createLog({
    level: 'info',
    destination: { write: (line) => void lines.push(line) },
    readable: false,
  });
  const secrets = createSecrets(database.secretKey);
  const parts = { name: 'acquirer', db: database.databases.live, log, secrets, callbackAddress: '' };
  const rail = createAcquirer(settings, parts);
  if (!rail.gateway) throw new Error('an acquirer takes payments');
  return { rail, gateway: rail.gateway, lines };
}

export function aPayment(about: Partial<ChargeRequest> = {}): ChargeRequest {
  return {
    merchantId: merchant,
    reference: newId(),
    amount: usd(12),
    currency: 'USD',
    startedAt: new Date(),
    instrument: card,
    ...about,
  };
}

export function questionAbout(request: ChargeRequest, about: Partial<ChargeQuestion> = {}): ChargeQuestion {
  const { merchantId: of, reference, amount, currency, startedAt } = request;
  const asked = { merchantId: of, reference, amount, currency, startedAt };
  return { ...asked, gatewayReference: null, now: startedAt, phone: null, ...about };
}

/**
 * Charges a payment that is really sent. A hasty connection may not sign on in time on a busy machine: then nothing was sent, and
 * another payment is tried.
 */
export async function sentBy(gateway: Gateway): Promise<{ request: ChargeRequest; outcome: ChargeOutcome }> {
  for (;;) {
    const request = aPayment();
    const outcome = await gateway.charge(request);
    if (outcome.kind !== 'unavailable') return { request, outcome };
  }
}

export const later = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1000);
