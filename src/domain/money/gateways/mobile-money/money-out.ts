import { type Amount, showMoney2 } from '../../amounts/amount.ts';
import { stateOf } from './declines.ts';
import { type Created, create, type Found, findByReference } from './find-transaction.ts';
import { isExpected, type Operator } from './operator.ts';
import type { Asking, Posted } from './wire/client.ts';
import type { OperatorTransaction } from './wire/messages.ts';

/** Money that leaves the service's account: a refund or a payout. */
export type MoneyOut = {
  readonly reference: string;
  /** Ids that the operator may repeat of it: its own, or of a reversal that of its payment. */
  readonly ids: readonly string[];
  /** The transaction of the payment that a refund is of: it is never the refund itself. */
  readonly original?: string;
  /** The phone of the wallet that a payout goes to. */
  readonly to?: string;
  readonly amount: Amount;
  readonly currency: string;
  /** What the operator may call it. */
  readonly types: readonly string[];
  /** Faults that pass: the same request may be taken later. */
  readonly passing: readonly string[];
};

export type MoneyOutOutcome =
  | { readonly kind: 'completed'; readonly gatewayReference: string }
  | { readonly kind: 'pending' }
  | { readonly kind: 'rejected' }
  | { readonly kind: 'unknown'; readonly answered?: true };

/** Faults of the service's access to the operator. */
export const passingFaults = ['clientauthorisationerror', 'ratelimiterror'];

/**
 * Asks the operator to move money under an id that it did not know a moment ago. A refusal is final only if it still knows nothing of the
 * id: an earlier request may have arrived meanwhile, and some operators judge their limits before they look for duplicates.
 */
export async function moveOut(
  operator: Operator,
  out: MoneyOut,
  { asking, posted, asked }: { asking: Asking; posted: Posted; asked: { amount: Amount; currency: string } },
): Promise<MoneyOutOutcome> {
  const created = await create(asking, posted, asked);
  if (created.kind !== 'refused') return moneyOutOutcome(operator, out, created);
  const earlier = await findByReference(asking, out.reference, asked);
  return moneyOutOutcome(operator, out, earlier.kind === 'missing' ? created : earlier);
}

/** What the operator's answer means for a refund or a payout. Whatever is not certain is asked again. */
export function moneyOutOutcome(operator: Operator, out: MoneyOut, found: Found | Created): MoneyOutOutcome {
  if (found.kind === 'transaction') return ofTransaction(operator, out, found.transaction);
  if (found.kind === 'pending') return { kind: 'pending' };
  if (found.kind === 'failed') return rejected(operator, out, found.fault?.raw ?? 'failed');
  if (found.kind === 'refused' && !out.passing.includes(found.fault.code))
    return rejected(operator, out, found.fault.raw);
  return unanswered(operator, out, found);
}

function unanswered(operator: Operator, out: MoneyOut, found: Found | Created): MoneyOutOutcome {
  const code = 'code' in found ? found.code : found.kind === 'refused' ? found.fault.raw : found.kind;
  operator.log.warn(
    { reference: out.reference, code },
    'the operator gave no usable answer: it is asked again',
  );
  return { kind: 'unknown', ...(found.kind === 'refused' && { answered: true }) };
}

function ofTransaction(operator: Operator, out: MoneyOut, moved: OperatorTransaction): MoneyOutOutcome {
  const { transaction, type, status, amount } = moved;
  const { reference } = out;
  if (!isAbout(out, moved)) {
    operator.log.error(
      { reference, transaction, type, currency: moved.currency },
      'the operator names a transaction that cannot be this refund or payout',
    );
    return { kind: 'unknown', answered: true };
  }
  const state = out.types.includes(type) ? stateOf(status) : undefined;
  if (state === 'failed') return rejected(operator, out, status);
  if (!state)
    operator.log.error({ reference, transaction, type, status }, 'an unknown state of money that went out');
  if (state !== 'completed') return { kind: 'pending' };
  if (amount !== out.amount)
    operator.log.error(
      {
        reference,
        transaction,
        asked: showMoney2(out.amount),
        moved: showMoney2(amount),
        currency: out.currency,
      },
      'the operator moved another amount than it was asked to: a person must look',
    );
  return { kind: 'completed', gatewayReference: transaction };
}

/** Neither the refusal nor the end of something else is that of this money. */
function isAbout(out: MoneyOut, moved: OperatorTransaction): boolean {
  const { transaction, reference, currency, creditParty } = moved;
  if (transaction === out.original || currency !== out.currency) return false;
  return isExpected({ ids: out.ids, phone: out.to ?? null }, reference, creditParty);
}

function rejected(operator: Operator, { reference }: MoneyOut, code: string): MoneyOutOutcome {
  operator.log.warn({ reference, code: code.slice(0, 64) }, 'the operator does not move the money');
  return { kind: 'rejected' };
}
