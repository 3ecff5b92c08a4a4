import { operator, type Route } from '../requests/route.ts';
import { showHealth } from './health.ts';
import { showMerchant } from './merchant.ts';
import { offerAdvance, showMoney } from './merchant-money.ts';
import { showMerchants } from './merchants.ts';
import { showQueue } from './queue.ts';
import { reopen, suspend } from './standing.ts';
import { decide, download, showSubmission } from './submission.ts';

/** What operators of the platform see and decide. Decisions 0057 and 0077. */
export const operatorsRoutes: readonly Route[] = [
  operator.get('/operators', showMerchants),
  operator.get('/operators/merchants/:merchant', showMerchant),
  operator.get('/operators/merchants/:merchant/money', showMoney),
  operator.post('/operators/merchants/:merchant/money/:mode/offers', offerAdvance, {
    again: showMoney,
    stepUp: true,
  }),
  operator.post('/operators/merchants/:merchant/suspend', suspend, { again: showMerchant, stepUp: true }),
  operator.post('/operators/merchants/:merchant/reopen', reopen, { again: showMerchant, stepUp: true }),
  operator.get('/operators/kyc', showQueue),
  operator.get('/operators/kyc/:submission', showSubmission, { stepUp: true }),
  operator.post('/operators/kyc/:submission', decide, { again: showSubmission, stepUp: true }),
  operator.get('/operators/kyc/:submission/documents/:document', download, { stepUp: true }),
  operator.get('/operators/health', showHealth),
];
