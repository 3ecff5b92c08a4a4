import { operator, type Route } from '../requests/route.ts';
import { showCase } from './case.ts';
import { assign, note, reopenCase, resolve } from './case-forms.ts';
import { showCases } from './cases.ts';
import { showHealth } from './health.ts';
import { showMerchant } from './merchant.ts';
import { offerAdvance, showMoney } from './merchant-money.ts';
import { showMerchants } from './merchants.ts';
import { showQueue } from './queue.ts';
import { showDay } from './settlement-day.ts';
import { reopen, suspend } from './standing.ts';
import { decide, download, showSubmission } from './submission.ts';

/** What operators of the platform see and decide. Decisions 0057, 0077 and 0106. */
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
  operator.get('/operators/reconciliation', showCases),
  operator.get('/operators/reconciliation/day', showDay),
  operator.get('/operators/reconciliation/cases/:case', showCase),
  operator.post('/operators/reconciliation/cases/:case/assign', assign, { again: showCase }),
  operator.post('/operators/reconciliation/cases/:case/note', note, { again: showCase }),
  operator.post('/operators/reconciliation/cases/:case/resolve', resolve, { again: showCase, stepUp: true }),
  operator.post('/operators/reconciliation/cases/:case/reopen', reopenCase, {
    again: showCase,
    stepUp: true,
  }),
  operator.get('/operators/health', showHealth),
];
