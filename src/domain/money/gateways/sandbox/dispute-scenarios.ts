import type { DisputeAnswer, DisputeAnswerOutcome, DisputeCallback } from '../dispute-port.ts';
import { type CardScenario, referenceOf } from './scenarios.ts';

const dayMs = 24 * 60 * 60 * 1000;
const decidedAfterMs = 7 * dayMs;
/** How long after an early warning the dispute follows, if no refund answers it. */
export const warningMs = 3 * dayMs;

/** The first words of evidence that convinces the bank. */
const convincing = 'WIN';

/** The dispute that the bank opens by itself after a payment with a disputed card, charged at once or captured later. */
export function disputesOf(
  scenario: CardScenario | undefined,
  { reference }: { readonly reference: string },
): { readonly disputes?: readonly DisputeCallback[] } {
  if (scenario?.disputedAfterMs === undefined) return {};
  const gatewayReference = referenceOf({ name: 'dispute' }, reference);
  const report = { kind: 'opened', reason: 'fraudulent' } as const;
  return { disputes: [{ afterMs: scenario.disputedAfterMs, gatewayReference, report }] };
}

/** The evidence decides, seven days after it was submitted. Nothing is remembered here. Decision 0073. */
export function answerOf({ answer, evidence, gatewayReference }: DisputeAnswer): DisputeAnswerOutcome {
  if (answer === 'accept') return { kind: 'taken' };
  const outcome = evidence?.startsWith(convincing) ? 'won' : 'lost';
  const decision = {
    afterMs: decidedAfterMs,
    gatewayReference,
    report: { kind: 'decided', outcome },
  } as const;
  return { kind: 'taken', callbacks: [decision] };
}
