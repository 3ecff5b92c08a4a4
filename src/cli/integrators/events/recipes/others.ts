import { advance, agent, cashOut, floatOf, type Recipe, raise } from './steps.ts';

export const otherRecipes = {
  'split.settled': async (shop) => {
    const { id: subaccount_id } = await shop.call('createSubaccount', { body: { name: 'Tatenda Banda' } });
    const shares = [{ subaccount_id, share: '20.00' }];
    const { id } = await shop.call('createSplit', {
      body: { name: 'Market stall', currency: 'USD', shares },
    });
    await shop.payment('card_success', { amount: '100.00', splitId: String(id) });
  },
  'merchant.onboarding.submitted': raise,
  'merchant.onboarding.kyc-approved': raise,
  'merchant.onboarding.completed': raise,
  'merchant.onboarding.kyc-rejected': 'synthetic',
  'merchant.onboarding.document-requested': 'synthetic',
  'merchant.account.balance-updated': async (shop) => {
    await shop.payment('card_success', { amount: '100.00' });
    await shop.advance(60);
  },
  'merchant.settings.updated': 'synthetic',
  'agent.cash-out.completed': (shop) => cashOut(shop, { float: '100.00' }),
  'agent.cash-out.failed': (shop) => cashOut(shop, { float: '100.00', wrong: 1 }),
  'agent.cash-out.held': (shop) => cashOut(shop, { float: '100.00', wrong: 5 }),
  'agent.float.topped-up': (shop) => floatOf(shop, '100.00'),
  'agent.float.low': (shop) => cashOut(shop, { float: '60.00', about: { low_threshold: { USD: '50.00' } } }),
  'agent.float.depleted': (shop) => cashOut(shop, { float: '19.73' }),
  'agent.suspended': async (shop) => shop.call('suspendAgent', { id: await agent(shop) }),
  'agent.re-activated': async (shop) => {
    const id = await agent(shop);
    await shop.call('suspendAgent', { id });
    await shop.call('reactivateAgent', { id });
  },
  'capital.offer_created': (shop) =>
    shop.call('createTestCapitalOffer', {
      body: { amount: '500.00', fee: '50.00', currency: 'USD', holdback_rate: '10.00' },
    }),
  'capital.disbursed': (shop) => advance(shop),
  'capital.repayment': async (shop) => {
    await advance(shop);
    await shop.payment('card_success', { amount: '100.00' });
  },
  'capital.repaid': async (shop) => {
    await advance(shop, { amount: '5.00', fee: '1.00' });
    await shop.payment('card_success', { amount: '100.00' });
  },
} as const satisfies Readonly<Record<string, Recipe | 'synthetic'>>;
