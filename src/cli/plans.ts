import type { MoneyInput } from '../../generated/openapi.d.ts';
import {
  listPlansAcrossMerchants,
  type PlatformPlan,
} from '../domain/billing/platform-billing/plan-queries.ts';
import { assignPlatformPlan, setPlatformPlan } from '../domain/billing/platform-billing/set-plan.ts';
import { platformCurrency, platformTerms } from '../domain/billing/platform-billing/terms.ts';
import { amountIn, formatMoney2 } from '../domain/money/amounts/amount.ts';
import { formatPercent, parsePercent } from '../domain/money/amounts/percent.ts';
import { ApiError } from '../platform/errors.ts';
import { showId } from '../platform/ids.ts';
import { onDatabases } from './support/operator.ts';
import { merchantOf, nameIn, noMerchant, type OfMerchant } from './support/options.ts';
import { cell, Failure, printJson, printOne, printTable, say } from './support/print.ts';

type Options = { readonly price?: string; readonly tax?: string; readonly json?: true };

export async function listPlansVerb(options: Options): Promise<void> {
  const plans = await onDatabases(({ databases }) => listPlansAcrossMerchants(databases.platform));
  const shown = plans.map(shownPlan);
  if (options.json) printJson({ plans: shown });
  else printTable(shown.map((plan) => ({ ...plan, changed_by: cell(plan.changed_by) })));
}

export async function setPlanVerb(
  plan: string,
  options: Options & { readonly name?: string },
): Promise<void> {
  if (!/^[a-z][a-z0-9-]{0,31}$/.test(plan))
    throw new Failure(
      'usage',
      'A plan is named by lower-case letters, digits and hyphens, such as standard.',
    );
  const name = options.name === undefined ? undefined : nameIn(options.name, '--name');
  const wanted = { plan, name, amount: priceIn(options), taxBasisPoints: taxIn(options) };
  const set = await onDatabases(({ databases, by }) => setPlatformPlan(databases.platform, wanted, by));
  if (!set) throw new Failure('usage', `The plan ${plan} is new: give its price, such as --price 10.00.`);
  printOne(shownPlan(set), options);
  say('Months that end from now on are billed by it. Invoices that were made stay as they are.');
}

export async function assignPlanVerb(plan: string, options: Options & OfMerchant): Promise<void> {
  const own = { amount: priceIn(options) ?? null, tax_basis_points: taxIn(options) ?? null };
  const shown = await onDatabases(async (operator) => {
    const { platform } = operator.databases;
    const merchantId = merchantOf(operator, options);
    await assignPlatformPlan(platform, { merchantId, by: operator.by }, { plan, ...own }).catch(inWords);
    const terms = await platformTerms(platform, merchantId);
    return {
      merchant_id: showId('mer', merchantId),
      plan: terms.plan,
      price: formatMoney2(terms.amount),
      tax_rate: formatPercent(terms.taxBasisPoints),
      tax: formatMoney2(terms.tax),
      total: formatMoney2(terms.total),
      currency: platformCurrency,
    };
  });
  printOne(shown, options);
  say('The month that is running is billed by it when it ends.');
}

function inWords(error: unknown): never {
  if (!(error instanceof ApiError && error.code === 'NOT_FOUND')) throw error;
  if (error.details?.['resource'] === 'platform_plan')
    throw new Failure('notFound', 'There is no such plan. List them: npx mps platform-plan list');
  throw noMerchant();
}

function shownPlan({ plan, name, amount, tax_basis_points, changed_by, changed_at }: PlatformPlan) {
  return {
    plan,
    name,
    price: formatMoney2(amount),
    currency: platformCurrency,
    tax_rate: formatPercent(tax_basis_points),
    changed_by,
    changed_at: changed_at.toISOString(),
  };
}

function priceIn({ price }: Options): bigint | undefined {
  if (price === undefined) return undefined;
  if (!isMoney(price))
    throw new Failure('usage', '--price takes an amount in USD with two decimals, such as 10.00.');
  return amountIn(price);
}

function isMoney(text: string): text is MoneyInput {
  return /^(0|[1-9][0-9]{0,6})\.[0-9]{2}$/.test(text);
}

function taxIn({ tax }: Options): number | undefined {
  if (tax === undefined) return undefined;
  const basisPoints = /^[0-9]{1,3}\.[0-9]{2}$/.test(tax) ? parsePercent(tax) : -1;
  if (basisPoints < 0 || basisPoints > 10_000)
    throw new Failure('usage', '--tax takes a percentage from 0.00 to 100.00, such as 15.50.');
  return basisPoints;
}
