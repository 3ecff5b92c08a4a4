import type { Command } from 'commander';
import { cardScenarios, walletScenarios } from '../../../domain/money/gateways/sandbox/scenarios.ts';
import { Failure, printOne } from '../../support/print.ts';
import { type Access, accessOf, type Common, refuseLive, tell, withCommon } from '../access/access.ts';
import { call } from '../access/call.ts';
import { fieldsOf } from '../access/profiles.ts';
import { didYouMean } from '../calls/words.ts';
import { openPage, type Page, problemOf, submit, titleOf } from './page.ts';

type Options = Common & { readonly card?: string; readonly phone?: string; readonly fail?: true };

export function addPayVerb(program: Command): void {
  withCommon(
    program.command('pay <checkout>').description('Pay a sandbox checkout on its page, as a customer would.'),
  )
    .option(
      '--card <scenario>',
      `a test card by its number or name: ${cardScenarios.map(({ name }) => name).join(', ')}`,
    )
    .option(
      '--phone <scenario>',
      `a test phone by its number or name: ${walletScenarios.map(({ name }) => name).join(', ')}`,
    )
    .option('--fail', 'refuse the challenge of card_challenge instead of authorising it')
    .addHelpText(
      'before',
      'Examples:\n  mps pay chk_… --card card_success\n  mps pay chk_… --phone success_delayed && mps sandbox advance 30s\n',
    )
    .action(payVerb);
}

/** Takes the id of a checkout, or the address of its page, of a payment link or of an invoice. Decision 0100. */
async function payVerb(checkout: string, options: Options): Promise<void> {
  const access = accessOf(options);
  refuseLive(access, 'pay');
  const fields = fieldsFor(options);
  const address = checkout.startsWith('http') ? addressIn(checkout) : await addressOf(access, checkout);
  if (!new URL(address).pathname.includes('/test/'))
    throw new Failure('refused', 'mps pay pays sandbox pages only.');
  const page = await payPage(address, fields, options.fail);
  const id = /chk_[0-9a-f]{32}/.exec(page.address)?.[0];
  const state = id === undefined ? {} : fieldsOf(await call(access, 'getCheckoutStatus', { path: { id } }));
  const { status = null, transaction_id: transaction = null } = state;
  tell(access, problemOf(page.text) ?? titleOf(page.text) ?? page.name);
  printOne({ page: page.name, status: textOf(status), transaction_id: textOf(transaction) }, options);
}

function addressIn(text: string): string {
  if (URL.canParse(text)) return text;
  throw new Failure('usage', `"${text}" is neither the id of a checkout nor the address of its page.`);
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

async function addressOf(access: Access, id: string): Promise<string> {
  const { payment_url: address } = fieldsOf(await call(access, 'getCheckoutStatus', { path: { id } }));
  return String(address);
}

/**
 * Fills in the form of a hosted page and sends it, through the challenge if there is one. A payment link and an invoice open a checkout
 * first.
 *
 * @throws Failure if no attempt was made
 */
export async function payPage(
  address: string,
  fields: Readonly<Record<string, string>>,
  fails?: boolean,
): Promise<Page> {
  const opened = await openPage(address);
  const choice = opened.name === 'choose' ? opened : await submit(opened, 'pay');
  const page = await submit(choice, 'pay', fields);
  return page.name === 'challenge' ? await submit(page, fails ? 'fail' : 'authorise') : page;
}

function fieldsFor({ card, phone }: Options): Readonly<Record<string, string>> {
  if ((card === undefined) === (phone === undefined))
    throw new Failure('usage', 'Name one: --card card_success, or --phone success.');
  return card === undefined ? walletFields(phone ?? '') : cardFields(card);
}

/** The fields of a card, by its number or the name of its scenario. */
export function cardFields(wanted: string): Readonly<Record<string, string>> {
  const found = cardScenarios.find(({ name, number }) => [name, number].includes(wanted));
  if (!found)
    throw unknown(
      'card',
      wanted,
      cardScenarios.map(({ name }) => name),
    );
  return { method: found.method, number: found.number, expiry: '12 / 40', holder: 'Rudo Moyo', cvv: '737' };
}

function walletFields(wanted: string): Readonly<Record<string, string>> {
  const found = walletScenarios.find(({ name, phone }) => [name, phone].includes(wanted));
  if (!found && !/^\+?\d{9,15}$/.test(wanted))
    throw unknown(
      'phone',
      wanted,
      walletScenarios.map(({ name }) => name),
    );
  // Every number that no scenario has.
  return { method: 'wallet_a', phone: found ? (found.phone ?? '0771234567') : wanted };
}

function unknown(kind: string, wanted: string, names: readonly string[]): Failure {
  return new Failure(
    'usage',
    `There is no test ${kind} "${wanted}".${didYouMean(wanted, names)} There are: ${names.join(', ')}.`,
  );
}
