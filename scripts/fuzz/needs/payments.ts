import { goodCard } from '../../../test/support/builders/counter.ts';
import { type Data, expectPage, fieldsOf, firstOf, type Shop, unique } from './shop.ts';
import { onPath, type Start, type Starts } from './start.ts';

const sites = { returnUrl: 'https://shop.example/return', notificationUrl: 'https://shop.example/hook' };
const priced = { amount: '25.50', currency: 'USD' };
export const byCard = { ...priced, ...sites };
const byWallet = { ...byCard, walletType: 'wallet_a', customerPhone: '0771111111' };

async function checkout(shop: Shop, about: Data = byCard): Promise<Data> {
  return await shop.api('createCheckout', { body: { ...about, merchantTransactionId: unique() } });
}

const idOf = (made: Data) => String(made['checkout_id']);

/** Moves the sandbox's clock, so that what is due happens. */
export async function turnClock(shop: Shop, advance_seconds = 10): Promise<void> {
  let turned = await shop.api('advanceTestClock', { body: { advance_seconds } });
  // On a busy machine one call may not come to the end of what fell due.
  while (turned['more'] === true)
    turned = await shop.api('advanceTestClock', { body: { advance_seconds: 1 } });
}

export async function paidCheckout(shop: Shop, about: Data = byCard): Promise<string> {
  const made = await checkout(shop, about);
  await shop.pay(made);
  return idOf(made);
}

async function heldCheckout(shop: Shop): Promise<string> {
  const made = await checkout(shop, { ...byCard, capture: 'manual' });
  expectPage(await shop.sendForm(made['payment_url'], 'pay', goodCard), 'held');
  return idOf(made);
}

async function walletCheckout(shop: Shop): Promise<string> {
  const made = await checkout(shop, byWallet);
  await turnClock(shop);
  return idOf(made);
}

/** The id of a completed payment by card. */
export async function payment(shop: Shop, about: Data = byCard): Promise<string> {
  const { transaction_id } = await statusOf(shop, await paidCheckout(shop, about));
  return String(transaction_id);
}

async function statusOf(shop: Shop, id: string): Promise<Data> {
  return await shop.api('getCheckoutStatus', { path: { id } });
}

async function walletPayment(shop: Shop): Promise<string> {
  return String((await statusOf(shop, await walletCheckout(shop)))['transaction_id']);
}

const opened = async (shop: Shop) => idOf(await checkout(shop));

export async function refunded(shop: Shop): Promise<string> {
  const id = await payment(shop);
  await shop.api('refundTransaction', { path: { id } });
  return id;
}

/** A payment of a merchant who has paid out all that they had. */
async function spent(shop: Shop): Promise<string> {
  const id = await payment(shop, { ...byCard, amount: '90000.00' });
  await turnClock(shop, 600);
  await payOutAll(shop);
  return id;
}

export async function payOutAll(shop: Shop): Promise<void> {
  const { available } = await shop.api('getBalance');
  const amount = String(fieldsOf(available)['USD']);
  await shop.api('requestPayout', { body: { amount, currency: 'USD', method: 'agent_cash' } });
}

const twice = (make: (shop: Shop) => Promise<unknown>) => async (shop: Shop) => {
  await make(shop);
  await make(shop);
  return {};
};

/** The first page of a list that has more. */
export function firstPage(make: (shop: Shop) => Promise<unknown>): Start {
  return { name: 'a list with a second page', make: twice(make), request: { query: { limit: '1' } } };
}

const orders = (about: Data) => ({ request: { body: { ...about, merchantTransactionId: '{{unique}}' } } });
const wallet = (about: Data) => orders({ ...byWallet, ...about });

const byTestPayer = (
  name: string,
  scenario: string,
  make: (shop: Shop) => Promise<string>,
  more: Partial<Start> = {},
): Start => ({
  name,
  make: async (shop) => ({ checkout: await make(shop) }),
  request: { body: { checkout_id: '{{checkout}}', scenario } },
  ...more,
});

const prompted = async (shop: Shop) =>
  idOf(await checkout(shop, { ...byWallet, customerPhone: '0776666666' }));

/** The checkout of a session at a counter that takes cards only. */
async function cardSession(shop: Shop): Promise<string> {
  const body = { ...priced, payment_method: 'card' };
  const { session } = await shop.api('createVirtualTerminalSession', { body });
  return idOf(fieldsOf(session));
}

const checkouts: Starts = {
  createCheckout: [
    { name: 'by card', ...orders(byCard) },
    { name: 'by wallet', ...orders(byWallet) },
    {
      name: 'a reference that is used already',
      refusal: 'DUPLICATE_REQUEST',
      make: async (shop) => {
        const merchantTransactionId = unique();
        await shop.api('createCheckout', { body: { ...byCard, merchantTransactionId } });
        return { unique: merchantTransactionId };
      },
      ...orders(byCard),
    },
    {
      name: 'a wallet that is only announced',
      refusal: 'WALLET_NOT_AVAILABLE',
      ...wallet({ walletType: 'wallet_b', customerPhone: '0881111111' }),
    },
    {
      name: 'a phone without a wallet',
      refusal: 'WALLET_INIT_FAILED',
      ...wallet({ customerPhone: '0777777777' }),
    },
    {
      name: 'a wallet that does not answer',
      refusal: 'PROVIDER_UNAVAILABLE',
      ...wallet({ customerPhone: '0779999999' }),
    },
    {
      name: 'a port that nobody may use',
      refusal: 'ADDRESS_NOT_ALLOWED',
      ...orders({ ...byCard, notificationUrl: 'https://shop.example:8444/hook' }),
    },
    {
      name: 'more than a payment may be',
      refusal: 'AMOUNT_TOO_LARGE',
      ...orders({ ...byCard, amount: '999999999999.00' }),
    },
  ],
  getCheckoutStatus: [
    onPath('paid', paidCheckout),
    onPath('by wallet', walletCheckout),
    onPath('open', opened),
  ],
  captureCheckout: [
    onPath('whole', heldCheckout),
    onPath('in part', heldCheckout, { request: { body: { amount: '20.00' } } }),
    onPath('more than is held', heldCheckout, {
      refusal: 'CAPTURE_EXCEEDS_HELD',
      request: { body: { amount: '25.51' } },
    }),
    onPath('of a checkout that nobody has paid', opened, { refusal: 'AUTHORIZATION_NOT_HELD' }),
  ],
  voidAuthorization: [
    onPath('held', heldCheckout),
    onPath('of a checkout that nobody has paid', opened, { refusal: 'AUTHORIZATION_NOT_HELD' }),
  ],
  abortCheckout: [
    onPath('open', opened),
    onPath('paid already', paidCheckout, { refusal: 'CHECKOUT_NOT_PENDING' }),
  ],
  getMobileStatus: [onPath('a checkout', walletCheckout), onPath('a payment', walletPayment)],
  payAsTestPayer: [
    byTestPayer('by card', 'card_success', opened),
    byTestPayer('by wallet', 'success_delayed', opened),
    byTestPayer('paid already', 'card_success', paidCheckout, { refusal: 'CHECKOUT_NOT_PENDING' }),
    byTestPayer('while the phone is asked', 'card_success', prompted, { refusal: 'CHARGE_IN_PROGRESS' }),
    byTestPayer('where only cards pay', 'success', cardSession, { refusal: 'PAYMENT_METHOD_NOT_USABLE' }),
    byTestPayer('by a phone without a wallet', 'not_a_wallet', opened, {
      refusal: 'WALLET_INIT_FAILED',
      refusedFor: 'scenario',
    }),
    byTestPayer('by a wallet that does not answer', 'provider_down', opened, {
      refusal: 'PROVIDER_UNAVAILABLE',
      refusedFor: 'scenario',
    }),
  ],
};

const transactions: Starts = {
  listTransactions: [firstPage(payment), { name: 'all' }],
  getTransaction: [onPath('by card', payment), onPath('by wallet', walletPayment)],
  refundTransaction: [
    onPath('whole', payment),
    onPath('in part', payment, { request: { body: { amount: '1.00', reason: 'Returned' } } }),
    onPath('refunded already', refunded, { refusal: 'TRANSACTION_NOT_REFUNDABLE' }),
    onPath('paid out already', spent, { as: 'withoutWebhook', refusal: 'INSUFFICIENT_BALANCE' }),
    onPath('more than was paid', payment, {
      refusal: 'REFUND_EXCEEDS_REMAINING',
      request: { body: { amount: '25.51' } },
    }),
  ],
};

async function refund(shop: Shop): Promise<string> {
  const id = await payment(shop);
  return String((await shop.api('refundTransaction', { path: { id } }))['refund_id']);
}

const reads: Starts = {
  getRefund: [onPath('whole', refund)],
  listLedgerEntries: [firstPage(payment), { name: 'all' }],
  triggerTestEvent: [{ name: 'any', request: { body: { type: 'split.settled' } } }],
};

const bank = {
  bank_name: 'First Bank',
  bank_account_number: '1002003004',
  bank_account_name: 'Fuzzed Shop',
  bank_branch_code: '01101',
};
const mobile = { mobile_money_provider: 'wallet_a', mobile_money_number: '0781234567' };

async function account(shop: Shop, about: Data = { type: 'bank', ...bank }): Promise<string> {
  return String((await shop.api('createBankAccount', { body: about }))['bank_account_id']);
}

/** Enough for many payouts. */
export async function funds(shop: Shop): Promise<void> {
  const { available } = await shop.api('getBalance');
  if (Number(fieldsOf(available)['USD']) > 5000) return;
  await paidCheckout(shop, { ...byCard, amount: '90000.00' });
  await turnClock(shop, 600);
}

const payout = (name: string, about: Data, more: Partial<Start> = {}): Start => ({
  name,
  make: async (shop) => {
    await funds(shop);
    return {};
  },
  request: { body: { ...priced, ...about } },
  ...more,
});

async function paidOut(shop: Shop): Promise<string> {
  await funds(shop);
  return String((await shop.api('requestPayout', { body: { ...priced, ...cash } }))['payout_id']);
}

const cash = { method: 'agent_cash' };
const announced = {
  method: 'mobile_money',
  mobile_money_provider: 'wallet_c',
  mobile_money_number: '0711111111',
};
const noBalance = { refusal: 'INSUFFICIENT_BALANCE' };
const wrongCode = { header: { 'X-TOTP-Code': '000000' }, body: { ...priced, ...cash } };
const withWrongCode = (refusal: string) => ({ as: 'withSecondFactor', refusal, request: wrongCode }) as const;

const payouts: Starts = {
  requestPayout: [
    payout('in cash', cash),
    payout('to a wallet', { method: 'mobile_money', ...mobile }),
    payout('to a bank', { method: 'bank_transfer', ...bank }),
    payout(
      'to a saved account',
      { method: 'bank_transfer', bank_account_id: '{{account}}' },
      {
        make: async (shop) => {
          await funds(shop);
          return { account: await account(shop) };
        },
      },
    ),
    payout(
      'by bank to a saved wallet',
      { method: 'bank_transfer', bank_account_id: '{{account}}' },
      {
        refusal: 'BANK_ACCOUNT_MISMATCH',
        make: async (shop) => ({ account: await account(shop, { type: 'mobile_money', ...mobile }) }),
      },
    ),
    payout('to a wallet that is only announced', announced, { refusal: 'WALLET_NOT_AVAILABLE' }),
    payout('less than the fee', { ...cash, amount: '0.01' }, { refusal: 'AMOUNT_TOO_SMALL' }),
    payout('too much', { ...cash, amount: '999999999999.00' }, { refusal: 'AMOUNT_TOO_LARGE' }),
    payout('more than there is', { ...cash, amount: '999999.00', currency: 'ZWG' }, noBalance),
    payout('without a code', cash, { as: 'withSecondFactor', refusal: 'TOTP_REQUIRED' }),
    payout('with a wrong code', cash, withWrongCode('TOTP_INVALID')),
    payout('after wrong codes', cash, {
      ...withWrongCode('TOTP_LOCKED'),
      make: async (shop) => {
        await funds(shop);
        for (let tried = 0; tried < 5; tried += 1)
          await shop.api('requestPayout', wrongCode).catch(() => undefined);
        return {};
      },
    }),
  ],
  listPayouts: [firstPage(paidOut), { name: 'all' }],
  getPayout: [onPath('in cash', paidOut)],
  listBankAccounts: [firstPage(account), { name: 'all' }],
  deleteBankAccount: [onPath('a bank', account)],
  createBankAccount: [
    { name: 'a bank', request: { body: { type: 'bank', ...bank } } },
    { name: 'a wallet', request: { body: { type: 'mobile_money', ...mobile } } },
  ],
};

async function event(shop: Shop): Promise<string> {
  await payment(shop);
  const listed = await shop.api('listEvents', { query: { type: 'payment.capture.completed', limit: '1' } });
  return String(firstOf(listed)['id']);
}

async function replayed(shop: Shop): Promise<string> {
  const id = await event(shop);
  await shop.api('replayEvent', { path: { id } });
  return id;
}

/** An event about a plan goes to the merchant's webhook only. */
async function quietEvent(shop: Shop): Promise<string> {
  const plan = { name: 'Tea club', amount: '12.00', currency: 'USD', interval: 'month' };
  const { plan_id } = await shop.api('createSubscriptionPlan', { body: plan });
  return String(firstOf(await shop.api('listEvents', { query: { resource_id: String(plan_id) } }))['id']);
}

const events: Starts = {
  listEvents: [firstPage(event), { name: 'all' }],
  getEvent: [onPath('of a payment', event)],
  listEventDeliveries: [onPath('of a payment', replayed, { request: { query: { limit: '1' } } })],
  replayEvent: [
    onPath('of a payment', event),
    onPath('without a destination', quietEvent, { as: 'withoutWebhook', refusal: 'WEBHOOK_NOT_CONFIGURED' }),
  ],
  recoverEvents: [{ name: 'since a day', request: { body: { from_date: '2026-01-01' } } }],
};

export const paymentStarts: Starts = { ...checkouts, ...transactions, ...reads, ...payouts, ...events };
