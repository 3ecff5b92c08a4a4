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
