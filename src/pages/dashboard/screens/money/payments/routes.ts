import { member, type Route } from '../../../requests/route.ts';
import { downloadPayments, downloadRefunds } from './csv.ts';
import { capture, release, showCapture, showRelease } from './holds.ts';
import { showPayments, showRefunds } from './list.ts';
import { showPayment } from './payment.ts';
import { showRefund } from './refund.ts';
import { refund, showRefundForm } from './refunding.ts';

/** Payments and refunds. Spec: "Transaction", "Refund". */
export const paymentsRoutes: readonly Route[] = [
  member('see').get('/payments', showPayments),
  member('see').get('/payments.csv', downloadPayments),
  member('see').get('/payments/refunds', showRefunds),
  member('see').get('/payments/refunds.csv', downloadRefunds),
  member('see').get('/payments/refunds/:refund', showRefund),
  member('see').get('/payments/:payment', showPayment),
  member('refund').get('/payments/:payment/refund', showRefundForm),
  member('refund').post('/payments/:payment/refund', refund, { again: showRefundForm }),
  member('refund').get('/payments/:payment/capture', showCapture),
  member('refund').post('/payments/:payment/capture', capture, { again: showCapture }),
  member('refund').get('/payments/:payment/release', showRelease),
  member('refund').post('/payments/:payment/release', release, { again: showRelease }),
];
