import { batch, contested, day, dispute, held, payout, type Recipe, refund } from './steps.ts';

export const paymentRecipes = {
  'payment.capture.completed': (shop) => shop.payment(),
  'payment.capture.declined': (shop) => shop.payment('card_declined'),
  'payment.capture.pending': (shop) => shop.push('0776666666'),
  'payment.capture.refunded': (shop) => refund(shop, { amount: '40.00' }),
  'payment.capture.reversed': (shop) => refund(shop),
  'payment.capture.expired': async (shop) => {
    await shop.push('0778888888');
    await shop.advance(125);
  },
  'payment.capture.cancelled': async (shop) =>
    shop.call('abortCheckout', { id: (await shop.push('0776666666')).id }),
  'payment.capture.authorized': held,
  'payment.authorization.created': held,
  'payment.authorization.voided': async (shop) => {
    const { id, url } = await shop.checkout({ capture: 'manual' });
    await shop.pay(url);
    await shop.call('voidAuthorization', { id });
  },
  'payment.refund.created': (shop) => refund(shop, { amount: '40.00' }),
  'payment.refund.completed': (shop) => refund(shop, { amount: '40.00' }),
  'payment.refund.pending': (shop) => refund(shop, { amount: '40.11' }),
  'payment.refund.failed': (shop) => refund(shop, { amount: '40.13' }),
  'payment.order.created': (shop) => shop.checkout(),
  'payment.order.approved': (shop) => shop.payment(),
  'payment.order.cancelled': async (shop) => shop.call('abortCheckout', { id: (await shop.checkout()).id }),
  'payment.order.voided': async (shop) => {
    await shop.checkout();
    await shop.advance(31 * 60);
  },
  'payment.payout-item.succeeded': (shop) => payout(shop, '50.00', 300),
  'payment.payout-item.failed': (shop) => payout(shop, '50.13', 300),
  'payment.payout-item.held': (shop) => payout(shop, '50.19', 60),
  'payment.payout-item.blocked': (shop) => payout(shop, '50.21', 600),
  'payment.payout-item.returned': (shop) => payout(shop, '50.17', 2 * day),
  'payment.payout-item.unclaimed': async (shop) => {
    await shop.payment('card_success', { amount: '200.00' });
    await shop.call('requestPayout', { body: { method: 'agent_cash', amount: '20.23', currency: 'USD' } });
    await shop.advance(3 * day);
  },
  'payment.payout-batch.processing': (shop) => batch(shop, ['10.00', '10.13']),
  'payment.payout-batch.success': async (shop) => {
    await batch(shop, ['10.00', '10.13']);
    await shop.advance(600);
  },
  'payment.payout-batch.denied': (shop) => batch(shop, ['0.01', '0.02']),
  'customer.dispute.created': (shop) => dispute(shop),
  'customer.dispute.evidence-submitted': contested,
  'customer.dispute.updated': contested,
  'customer.dispute.resolved': async (shop) => {
    await contested(shop);
    await shop.advance(8 * day);
  },
  'risk.dispute.created': (shop) => dispute(shop, { early_warning: true }),
} as const satisfies Readonly<Record<string, Recipe | 'synthetic'>>;
