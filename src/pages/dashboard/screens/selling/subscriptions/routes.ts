import { member, type Route } from '../../../requests/route.ts';
import { cancel, keep, showCancel } from './cancel.ts';
import { changePlan, showChangingPlan } from './changing-plan.ts';
import { pause, resume } from './pause.ts';
import { pay, showPaying } from './paying.ts';
import { makePlan, savePlan, showNewPlan, showPlan } from './plan.ts';
import { activate, archive, showPlans } from './plans.ts';
import { begin, showSubscribe } from './subscribe.ts';
import { showSubscription } from './subscription.ts';
import { showSubscriptions } from './subscriptions.ts';

/** Plans, and the subscriptions to them. Spec: "Subscription". */
export const subscriptionsRoutes: readonly Route[] = [
  member('see').get('/subscriptions', showSubscriptions),
  member('see').get('/subscriptions/plans', showPlans),
  member('sell').get('/subscriptions/plans/new', showNewPlan),
  member('sell').post('/subscriptions/plans/new', makePlan, { again: showNewPlan }),
  member('see').get('/subscriptions/plans/:plan', showPlan),
  member('sell').post('/subscriptions/plans/:plan', savePlan, { again: showPlan }),
  member('sell').post('/subscriptions/plans/:plan/archive', archive, { again: showPlan }),
  member('sell').post('/subscriptions/plans/:plan/activate', activate, { again: showPlan }),
  member('sell').get('/subscriptions/new', showSubscribe),
  member('sell').post('/subscriptions/new', begin, { again: showSubscribe }),
  member('see').get('/subscriptions/:subscription', showSubscription),
  member('sell').post('/subscriptions/:subscription/pause', pause, { again: showSubscription }),
  member('sell').post('/subscriptions/:subscription/resume', resume, { again: showSubscription }),
  member('sell').post('/subscriptions/:subscription/keep', keep, { again: showSubscription }),
  member('sell').get('/subscriptions/:subscription/plan', showChangingPlan),
  member('sell').post('/subscriptions/:subscription/plan', changePlan, { again: showChangingPlan }),
  member('sell').get('/subscriptions/:subscription/paying', showPaying),
  member('sell').post('/subscriptions/:subscription/paying', pay, { again: showPaying }),
  member('sell').get('/subscriptions/:subscription/cancel', showCancel),
  member('sell').post('/subscriptions/:subscription/cancel', cancel, { again: showCancel }),
];
