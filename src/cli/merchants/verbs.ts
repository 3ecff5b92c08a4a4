import type { Command } from 'commander';
import { values } from '../../../generated/values.ts';
import { usualLimits } from '../../domain/merchants/access/limits.ts';
import { addKycVerbs } from './kyc-verbs.ts';

const json = ['--json', 'print one JSON object'] as const;
const of = ['--merchant <id>', 'id of the merchant, mer_… (default: from DATA_DIR/demo.json)'] as const;
const reason = ['--reason <text>', 'why; kept in the list of changes'] as const;

/** `mps merchant …`, `mps totp …` and `mps kyc …`. */
export function addMerchantVerbs(program: Command): void {
  const merchant = program.command('merchant').description('Merchants: who may take payments.');
  addCreate(merchant);
  merchant
    .command('show')
    .description('Show a merchant: status, KYC tier, second factor and apps.')
    .option(...of)
    .option(...json)
    .action(async (options) => (await import('./standing.ts')).showMerchantVerb(options));
  merchant
    .command('set')
    .description('Change the name, the email address or the country that a merchant is registered with.')
    .option(...of)
    .option('--name <name>', 'the name of the business, which customers see if the merchant set no other')
    .option('--email <address>', 'the email address of the business; people sign in with their own')
    .option('--country <code>', 'two-letter country code')
    .option(...reason)
    .option(...json)
    .action(async (options) => (await import('./set-business.ts')).setMerchantVerb(options));
  merchant
    .command('suspend')
    .description('Refuse the keys and pages of a merchant; what has begun goes on.')
    .option(...of)
    .option(...reason)
    .option(...json)
    .action(async (options) => (await import('./standing.ts')).suspendMerchantVerb(options));
  merchant
    .command('reopen')
    .description('End the suspension of a merchant.')
    .option(...of)
    .option(...reason)
    .option(...json)
    .action(async (options) => (await import('./standing.ts')).reopenMerchantVerb(options));
  merchant
    .command('changes')
    .description('List what operators changed of a merchant, and who did it, newest first.')
    .option(...of)
    .option('--limit <n>', 'the most to list', '100')
    .option(...json)
    .action(async (options) => (await import('./standing.ts')).listChangesVerb(options));
  addTotpVerbs(program);
  addKycVerbs(program);
}

function addCreate(merchant: Command): void {
  const { limit, window } = usualLimits.default;
  merchant
    .command('create')
    .description('Create a merchant, an app and its keys, which are shown only once.')
    .option('--name <name>', 'the name that customers see', 'New Merchant')
    .option('--email <address>', "the owner's email address", 'owner@example.test')
    .option('--country <code>', 'two-letter country code', 'ZW')
    .option('--kyc-tier <0|1|2>', 'approved KYC tier (default: 1; required with --live)')
    .option('--features <a,b|none>', `${values.Feature.join(', ')} (default: all; with --live none)`)
    .option('--rate-limit <n>', `requests admitted in any ${window} seconds`, String(limit))
    .option('--totp', 'enrol the merchant in one-time codes')
    .option('--webhook-url <url>', 'where the app receives events')
    .option('--events <a,b|*>', 'which events (default: captures, completed and declined)')
    .option('--live', 'a live app instead of a sandbox app')
    .option(...json)
    .action(async (options) => (await import('./create.ts')).createMerchantVerb(options));
}

function addTotpVerbs(program: Command): void {
  const totp = program.command('totp').description('The second factor: one-time codes for payouts.');
  totp
    .command('enrol')
    .description('Enrol a merchant in one-time codes; the secret and its QR code are shown only once.')
    .option(...of)
    .option('--again', 'replace the secret of a merchant who is enrolled, and end a lock')
    .option(...json)
    .action(async (options) => (await import('./totp.ts')).enrolTotpVerb(options));
  totp
    .command('remove')
    .description('End the one-time codes of a merchant.')
    .option(...of)
    .option(...json)
    .action(async (options) => (await import('./totp.ts')).removeTotpVerb(options));
}
