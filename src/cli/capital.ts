import { type Amount, typedAmount } from '../domain/money/amounts/amount.ts';
import { type Currency, currencies } from '../domain/money/amounts/currency.ts';
import { parsePercent } from '../domain/money/amounts/percent.ts';
import type { WantedOffer } from '../domain/money/capital/offer.ts';
import { offerAsOperator, shownOffer } from '../domain/money/capital/offer-as-operator.ts';
import { ApiError } from '../platform/errors.ts';
import { contextOf } from './support/acting.ts';
import { type Operator, onDatabases } from './support/operator.ts';
import { merchantOf, modeOf, noMerchant, type OfMerchant } from './support/options.ts';
import { Failure, printOne, say } from './support/print.ts';

type Options = OfMerchant & {
  readonly amount: string;
  readonly fee: string;
  readonly currency: string;
  readonly holdback: string;
  readonly live?: true;
  readonly json?: true;
};

/** `mps capital offer`: offers a merchant an advance, and remembers who did. Decisions 0057 and 0075. */
export async function offerVerb(options: Options): Promise<void> {
  const wanted = wantedOf(options);
  const offer = await onDatabases((operator) => offerTo(operator, options, wanted)).catch(explained);
  printOne(offer, options);
  say(`Offered until ${offer.expires_at}. They accept it with acceptCapitalOffer.`);
}

async function offerTo(operator: Operator, options: Options, wanted: WantedOffer) {
  const of = { merchantId: merchantOf(operator, options), by: operator.by };
  const ctx = await contextOf(operator, modeOf(options));
  return shownOffer(await offerAsOperator(operator.databases.platform, ctx, of, wanted), ctx);
}

function wantedOf({ amount, fee, currency: code, holdback }: Options): WantedOffer {
  const currency = currencies.find((one) => one === code);
  if (currency === undefined) throw new Failure('usage', `--currency takes ${currencies.join(' or ')}.`);
  return {
    amount: amountIn(amount, '--amount', currency),
    fee: amountIn(fee, '--fee', currency),
    currency,
    holdbackBasisPoints: percentIn(holdback),
  };
}

function amountIn(text: string, option: string, currency: Currency): Amount {
  const amount = typedAmount(text, currency);
  if (amount === undefined)
    throw new Failure('usage', `${option} takes an amount above zero such as 500.00.`);
  return amount;
}

function percentIn(text: string): number {
  const basisPoints = /^\d{1,3}\.\d{2}$/.test(text) ? parsePercent(text) : 0;
  if (basisPoints >= 1 && basisPoints <= 10_000) return basisPoints;
  throw new Failure('usage', '--holdback takes a percentage from 0.01 to 100.00.');
}

function explained(error: unknown): never {
  if (!(error instanceof ApiError)) throw error;
  if (error.code === 'NOT_FOUND') throw noMerchant();
  if (error.code === 'AMOUNT_TOO_LARGE') {
    const most = 'The advance may be 1000000.00 at most, and the fee no more than the advance.';
    throw new Failure('refused', most);
  }
  throw error;
}
