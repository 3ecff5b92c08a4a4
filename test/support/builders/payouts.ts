import type { WantedMerchant } from '../../../src/domain/merchants/accounts/create-merchant.ts';
import { openShop, type Place, type Shop } from '../../journeys/shop.ts';
import { payByCard } from '../service/page.ts';

/** Opens a shop that was paid 100.00 by card, of which 91.50 are available. */
export async function openPaidShop(app: Place, about: Partial<WantedMerchant> = {}): Promise<Shop> {
  const shop = await openShop(app, about);
  const checkout = await shop.card({ amount: '100.00' });
  const receipt = await payByCard(checkout.payment_url, '4242424242424242');
  if (receipt.name !== 'receipt') throw new Error(receipt.text);
  return shop;
}

const routes = {
  bank_transfer: {
    bank_name: 'First Bank',
    bank_account_number: '1002 003-004',
    bank_account_name: 'Corner Shop',
    bank_branch_code: '01101',
  },
  mobile_money: { mobile_money_provider: 'wallet_a', mobile_money_number: '0771111111' },
  agent_cash: {},
} as const;

/** The body of a payout that the contract accepts. */
export function aPayout(method: keyof typeof routes, about: Record<string, unknown> = {}) {
  return { method, amount: '10.00', currency: 'USD', ...routes[method], ...about };
}

export const fiveMinutes = 5 * 60;

/** The ledger's balances that a payout changes. */
export async function booksOf(app: Place, { merchant }: Shop): Promise<Record<string, string>> {
  const rows = await app.database.asOwner(
    `SELECT code, (balance / 10000.0)::numeric(20, 2)::text AS balance FROM sandbox.ledger_balances
      WHERE merchant_id = $1 AND currency = 'USD' AND code IN ('available', 'payout_in_transit', 'payout_clearing', 'fees')`,
    [merchant.merchantId],
  );
  return Object.fromEntries(rows.map(({ code, balance }) => [String(code), String(balance)]));
}
