import { assert } from '../../../platform/assert.ts';
import { ApiError } from '../../../platform/errors.ts';
import { type Amount, formatMoney2 } from '../amounts/amount.ts';
import type { Currency } from '../amounts/currency.ts';

export type Range = { readonly least: Amount; readonly most: Amount };
/** What a gateway takes of one payment or payout. Absent for a currency: only the service's own limits. */
export type Limits = Readonly<Partial<Record<Currency, Range>>>;

type Limited = { readonly limits?: Limits };
type Amounted = { readonly amount: Amount; readonly currency: Currency };

/** Whether the amount is within the gateway's own limits, and within `ours`. */
export function fits(
  gateway: Limited,
  { amount, currency }: { readonly amount: bigint; readonly currency: Currency },
  ours?: Range,
): boolean {
  const of = limitsOf(gateway, currency, ours);
  return of === undefined || (amount >= of.least && amount <= of.most);
}

/**
 * None of the gateways takes the amount within `ours`. What the refusal names is within the limits of both, unless these have no amount in
 * common.
 *
 * @throws AMOUNT_TOO_SMALL for every gateway; `details.minimum`
 * @throws AMOUNT_TOO_LARGE `details.maximum`: what is taken below the amount, if gateways leave a gap
 */
export function refuse(all: readonly Limited[], { amount, currency }: Amounted, ours?: Range): never {
  const limits = all.flatMap((gateway) => limitsOf(gateway, currency, ours) ?? []);
  const below = limits.map(({ most }) => most).filter((most) => most < amount);
  const most = ascending(below).at(-1);
  if (most !== undefined) throw tooLarge(most);
  const [least] = ascending(limits.map((of) => of.least));
  assert(least !== undefined, 'a gateway without limits takes every amount');
  throw new ApiError('AMOUNT_TOO_SMALL', { details: { minimum: formatMoney2(least) } });
}

function limitsOf({ limits }: Limited, currency: Currency, ours: Range | undefined): Range | undefined {
  const theirs = limits?.[currency];
  if (!theirs || !ours) return theirs ?? ours;
  const [, least = ours.least] = ascending([ours.least, theirs.least]);
  const [most = ours.most] = ascending([ours.most, theirs.most]);
  return { least, most };
}

function ascending(amounts: readonly Amount[]): readonly Amount[] {
  return amounts.toSorted((a, b) => (a < b ? -1 : Number(a > b)));
}

export function tooLarge(maximum: Amount): ApiError {
  return new ApiError('AMOUNT_TOO_LARGE', { details: { maximum: formatMoney2(maximum) } });
}
