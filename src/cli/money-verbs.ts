import type { Command } from 'commander';
import { values } from '../../generated/values.ts';
import { currencies } from '../domain/money/amounts/currency.ts';
import type { Verdict } from '../domain/payouts/payouts/review-payout.ts';

const json = ['--json', 'print one JSON object'] as const;
const of = ['--merchant <id>', 'id of the merchant, mer_… (default: from DATA_DIR/demo.json)'] as const;
const live = ['--live', 'a payout in live instead of the sandbox'] as const;

/** `mps payout …`. */
export function addPayoutVerbs(program: Command): void {
  const payout = program.command('payout').description("Reviews of a merchant's payouts.");
  payout
    .command('list')
    .description("List a merchant's payouts, newest first; without --status those that are held.")
    .option('--status <status>', values.PayoutStatus.join(', '), 'held')
    .option('--limit <n>', 'the most to list', '100')
    .option(...of)
    .option(...live)
    .option(...json)
    .action(async (options) => (await import('./payouts.ts')).listPayoutsVerb(options));
  addReview(payout, 'hold', 'Hold a payout that is under way, for a review.', 'held');
  addReview(payout, 'release', 'Let a held payout go on; its code may be tried five times more.', 'released');
  addReview(
    payout,
    'block',
    'Refuse a held payout; the merchant has the money again, with the fee.',
    'blocked',
  );
}

function addReview(payout: Command, name: string, description: string, verdict: Verdict): void {
  payout
    .command(name)
    .description(description)
    .argument('<payout>', 'id of the payout, po_…')
    .option('--reason <text>', 'why; kept with the review')
    .option(...of)
    .option(...live)
    .option(...json)
    .action(async (id, options) => (await import('./payouts.ts')).reviewPayoutVerb(id, verdict, options));
}

/** `mps capital …`. */
export function addCapitalVerbs(program: Command): void {
  program
    .command('capital')
    .description('Advances on later payments.')
    .command('offer')
    .description('Offer a merchant an advance, which they can accept for 30 days.')
    .option('--merchant <id>', 'id of the merchant, mer_… (default: from DATA_DIR/demo.json)')
    .requiredOption('--amount <amount>', 'what is credited, such as 500.00')
    .requiredOption('--fee <amount>', 'what it costs, such as 50.00; at most the amount')
    .option('--currency <code>', currencies.join(', '), 'USD')
    .requiredOption('--holdback <percent>', 'the part of each settled payment that is kept, such as 10.00')
    .option('--live', 'in live mode instead of the sandbox')
    .option('--json', 'print one JSON object')
    .action(async (options) => (await import('./capital.ts')).offerVerb(options));
}

/** `mps refund settle`, `mps payment settle` and `mps payment ask`: for what a gateway has left undecided. Decision 0138. */
export function addSettleVerbs(program: Command): void {
  const refund = program.command('refund').description('Refunds that a gateway has left undecided.');
  addSettle(refund, 'refund', 'ref', 'completed or failed').action(async (id, options) =>
    (await import('./settle.ts')).settleRefundVerb(id, options),
  );
  const payment = program.command('payment').description('Payments that a gateway has left undecided.');
  addSettle(payment, 'payment', 'txn', 'completed, failed or voided').action(async (id, options) =>
    (await import('./settle.ts')).settlePaymentVerb(id, options),
  );
  payment
    .command('ask')
    .description('Have the gateway asked once more what became of a payment.')
    .argument('<payment>', 'id of the payment, txn_…')
    .option(...of)
    .option('--live', 'in live mode instead of the sandbox')
    .option(...json)
    .action(async (id, options) => (await import('./settle.ts')).askPaymentVerb(id, options));
}

function addSettle(group: Command, what: string, prefix: string, ends: string): Command {
  return group
    .command('settle')
    .description(`Say how a ${what} ended that its gateway has left undecided; its merchant is told of it.`)
    .argument(`<${what}>`, `id of the ${what}, ${prefix}_…`)
    .requiredOption('--as <end>', ends)
    .requiredOption('--note <text>', 'how you know; kept in the audit log of the merchant')
    .option('--reference <id>', "the gateway's own id of it (default: the one that is known)")
    .option(...of)
    .option('--live', 'in live mode instead of the sandbox')
    .option(...json);
}
