import { readDemo } from '../../app/first-run/demo-file.ts';
import type { NoWayBack } from '../../domain/merchants/accounts/pin.ts';
import { findMerchant } from '../../domain/merchants/accounts/queries.ts';
import { hoursToGoBack } from '../../domain/merchants/accounts/terms.ts';
import { isDay } from '../../domain/reconciliation/statements/csv-cells.ts';
import { type MerchantId, type Mode, merchantId } from '../../engine/principal.ts';
import { hasCardNumber } from '../../platform/card-numbers.ts';
import { lettersIn } from '../../platform/contract/letters.ts';
import { uuidIn } from '../../platform/ids.ts';
import type { Operator } from './operator.ts';
import { Failure, say } from './print.ts';

/** The option that says which mode a command is about. */
export type OfMode = { readonly live?: true };

export const modeOf = ({ live }: OfMode): Mode => (live ? 'live' : 'sandbox');

/** The option that says which merchant a command is about. */
export type OfMerchant = { readonly merchant?: string };

/** The named merchant, or else the demo merchant. Whether there is one is known only later. */
export function merchantOf({ config }: Operator, { merchant }: OfMerchant): MerchantId {
  const named = merchant ?? readDemo(config.dataDir)?.merchant_id;
  if (named === undefined)
    throw new Failure('usage', 'Name a merchant: --merchant mer_… Find it: npx mps app list');
  return merchantIn(named);
}

export function merchantIn(text: string): MerchantId {
  const id = text.startsWith('mer_') ? uuidIn(text) : undefined;
  if (id === undefined) throw new Failure('usage', `--merchant takes an id such as mer_…, not "${text}".`);
  return merchantId(id);
}

/**
 * The merchant, if there is one: an empty list of nobody's rows would look like good news.
 *
 * @throws Failure notFound
 */
export async function knownMerchant({ databases }: Operator, id: MerchantId): Promise<MerchantId> {
  if (!(await findMerchant(databases.platform, id))) throw noMerchant();
  return id;
}

/** Words for a NOT_FOUND of an action that was given a merchant. */
export function noMerchant(): Failure {
  return new Failure('notFound', 'There is no such merchant. Find it: npx mps app list');
}

/** Words for an earlier version that an app cannot be pinned to: the reason, and what to do instead. */
export function noWayBack({ version, leftAt }: NoWayBack): Failure {
  const reason =
    leftAt === undefined
      ? `This app was not moved from ${version}: an app only goes back to a version that it left in the last ${hoursToGoBack} hours.`
      : `This app left ${version} at ${leftAt.toISOString()}, and could go back for ${hoursToGoBack} hours.`;
  return new Failure(
    'refused',
    `${reason} Calls that still need that version can send the header Service-Version: ${version}.`,
  );
}

/** The names of an option that takes several, separated by commas, or `none`; undefined if the option is absent. */
export function namesIn<Name extends string>(
  text: string | undefined,
  option: string,
  known: readonly Name[],
): readonly Name[] | undefined {
  if (text === undefined) return undefined;
  if (text === 'none') return [];
  const names = [...new Set(text.split(',').map((name) => name.trim()))];
  const found = names.flatMap((name) => known.find((one) => one === name) ?? []);
  if (found.length === names.length) return found;
  const unknown = names.filter((name) => !known.some((one) => one === name));
  throw new Failure(
    'usage',
    `${option} does not know ${unknown.join(', ')}. There are: ${known.join(', ')}, or none.`,
  );
}

/** A name that the contract has room for, and that fits in a line of a table. */
export function nameIn(text: string, option: string): string {
  const { length } = Array.from(text);
  if (length < 1 || length > 120 || /\p{Cc}/u.test(text) || text.trim() !== text)
    throw new Failure(
      'usage',
      `${option} takes a name of 1 to 120 characters, without line breaks, and without spaces at its ends.`,
    );
  return text;
}

/**
 * What an operator says in their own words, without spaces at its ends. Counted in letters, as in the dashboard. It is kept for ever,
 * merchants may read it, and the letters of acquirers have card numbers.
 */
export function wordsIn(text: string, option: string, most = 500): string {
  const words = text.trim();
  if (words === '' || lettersIn(words) > most || words.includes('\0'))
    throw new Failure('usage', `${option} takes 1 to ${most} letters.`);
  if (hasCardNumber(words)) throw new Failure('usage', `Take the card number out of ${option}.`);
  return words;
}

/** The same for an option that may be left out. */
export function wordsIfGiven(text: string | undefined, option: string): string | undefined {
  return text === undefined ? undefined : wordsIn(text, option);
}

export function dayIn(text: string, option: string): string {
  if (!isDay(text)) throw new Failure('usage', `${option} takes a day such as 2026-01-31.`);
  return text;
}

/** The most rows that a list shows. */
export const mostListed = 99_999;

/**
 * After a list: how to see more of it, or what it means that it is empty.
 *
 * @param found one more than `limit`, if there are more
 */
export function sayRest(found: readonly unknown[], limit: number, none: string): void {
  if (found.length > limit) say(`There are more. See them: --limit ${Math.min(limit * 10, mostListed)}`);
  else if (found.length === 0) say(none);
}

type Range = { readonly least: number; readonly most: number };

export function numberIn(text: string, option: string, { least, most }: Range): number {
  const value = /^\d{1,7}$/.test(text) ? Number(text) : -1;
  if (value < least || value > most)
    throw new Failure('usage', `${option} takes a whole number from ${least} to ${most}.`);
  return value;
}

/** How many calls a key may make in a window. */
export function rateLimitIn(text: string): number {
  return numberIn(text, '--rate-limit', { least: 1, most: 1_000_000 });
}
