import { values } from '../../generated/values.ts';
import { formatMoney2 } from '../domain/money/amounts/amount.ts';
import { findPayout, findPayouts, type Payout } from '../domain/payouts/payouts/queries.ts';
import { NoGatewayHere, reviewPayout, type Verdict } from '../domain/payouts/payouts/review-payout.ts';
import { showId, uuidIn } from '../platform/ids.ts';
import { actAs } from './support/acting.ts';
import { onDatabases } from './support/operator.ts';
import {
  knownMerchant,
  merchantOf,
  modeOf,
  mostListed,
  numberIn,
  type OfMerchant,
  type OfMode,
  sayRest,
  wordsIfGiven,
} from './support/options.ts';
import { cell, Failure, printJson, printOne, printTable } from './support/print.ts';

type Options = OfMerchant & OfMode & { readonly json?: true };

type ReviewOptions = Options & { readonly reason?: string };

/** `mps payout hold`, `release` and `block`. Decision 0076. */
export async function reviewPayoutVerb(id: string, verdict: Verdict, options: ReviewOptions): Promise<void> {
  const payoutId = payoutIn(id);
  const reason = wordsIfGiven(options.reason, '--reason');
  const { done, payout } = await onDatabases((operator) => {
    const whose = { mode: modeOf(options), merchantId: merchantOf(operator, options) };
    return actAs(operator, whose, async (act) => ({
      done: await reviewPayout(act, { payoutId, verdict, by: operator.by, reason }),
      payout: await findPayout(act.tx, act.merchant.id, payoutId),
    })).catch(explained);
  });
  if (!payout) throw new Failure('notFound', `This merchant has no payout ${id} in ${modeOf(options)}.`);
  if (!done) throw new Failure('refused', `It ${standing(payout)}, so it cannot be ${verdict}.`);
  printOne(shown(payout), options);
}

function standing({ status, sent_at: sentAt }: Payout): string {
  return status === 'processing' && sentAt !== null ? 'has gone to its gateway' : `is ${status}`;
}

function explained(error: unknown): never {
  if (error instanceof NoGatewayHere)
    throw new Failure(
      'refused',
      'Nothing was changed. Its gateway is not in the gateways.yaml of this command. Name the file of the service: GATEWAYS=gateways.yaml',
    );
  throw error;
}

/** `mps payout list`. */
export async function listPayoutsVerb(
  options: Options & { readonly status: string; readonly limit: string },
): Promise<void> {
  const limit = numberIn(options.limit, '--limit', { least: 1, most: mostListed });
  const status = values.PayoutStatus.find((one) => one === options.status);
  if (!status) throw new Failure('usage', `--status is one of: ${values.PayoutStatus.join(', ')}.`);
  const page = { after: undefined, rows: limit + 1 };
  const found = await onDatabases(async (operator) => {
    const merchantId = await knownMerchant(operator, merchantOf(operator, options));
    const whose = { mode: modeOf(options), merchantId };
    return await actAs(operator, whose, ({ tx, merchant }) => findPayouts(tx, merchant.id, { status }, page));
  });
  const payouts = found.slice(0, limit).map(shown);
  if (options.json) printJson({ payouts, more: found.length > limit });
  else
    printTable(
      payouts.map((one) =>
        Object.fromEntries(Object.entries(one).map(([name, value]) => [name, cell(value)])),
      ),
    );
  sayRest(found, limit, `No payout is ${status}.`);
}

function payoutIn(text: string): string {
  const id = text.startsWith('po_') ? uuidIn(text) : undefined;
  if (id === undefined) throw new Failure('usage', `Name a payout by an id such as po_…, not "${text}".`);
  return id;
}

function shown(payout: Payout) {
  return {
    payout_id: showId('po', payout.id),
    method: payout.method,
    amount: formatMoney2(payout.amount),
    currency: payout.currency,
    status: payout.status,
    held_for: payout.held_for,
    failure: payout.failure,
    created_at: payout.created_at.toISOString(),
  };
}
