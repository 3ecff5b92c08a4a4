import { entryRoutes } from '../entry/routes.ts';
import { operatorsRoutes } from '../operators/routes.ts';
import type { Route } from '../requests/route.ts';
import { readersRoutes } from '../screens/counter/readers/routes.ts';
import { tillRoutes } from '../screens/counter/till/routes.ts';
import { appsRoutes } from '../screens/developers/apps/routes.ts';
import { eventsRoutes } from '../screens/developers/events/routes.ts';
import { requestsRoutes } from '../screens/developers/requests/routes.ts';
import { sandboxRoutes } from '../screens/developers/sandbox/routes.ts';
import { accountRoutes } from '../screens/merchant/account/routes.ts';
import { goingLiveRoutes } from '../screens/merchant/going-live/routes.ts';
import { settingsRoutes } from '../screens/merchant/settings/routes.ts';
import { teamRoutes } from '../screens/merchant/team/routes.ts';
import { verificationRoutes } from '../screens/merchant/verification/routes.ts';
import { agentsRoutes } from '../screens/money/agents/routes.ts';
import { balanceRoutes } from '../screens/money/balance/routes.ts';
import { capitalRoutes } from '../screens/money/capital/routes.ts';
import { disputesRoutes } from '../screens/money/disputes/routes.ts';
import { overviewRoutes } from '../screens/money/overview/routes.ts';
import { partnersRoutes } from '../screens/money/partners/routes.ts';
import { paymentsRoutes } from '../screens/money/payments/routes.ts';
import { payoutsRoutes } from '../screens/money/payouts/routes.ts';
import { reportsRoutes } from '../screens/money/reports/routes.ts';
import { customersRoutes } from '../screens/selling/customers/routes.ts';
import { invoicesRoutes } from '../screens/selling/invoices/routes.ts';
import { linksRoutes } from '../screens/selling/links/routes.ts';
import { subscriptionsRoutes } from '../screens/selling/subscriptions/routes.ts';

/** Every address of the dashboard. Tests walk this list. */
export const allRoutes: readonly Route[] = [
  ...entryRoutes,
  ...accountRoutes,
  ...overviewRoutes,
  ...paymentsRoutes,
  ...balanceRoutes,
  ...payoutsRoutes,
  ...partnersRoutes,
  ...agentsRoutes,
  ...disputesRoutes,
  ...capitalRoutes,
  ...reportsRoutes,
  ...linksRoutes,
  ...invoicesRoutes,
  ...customersRoutes,
  ...subscriptionsRoutes,
  ...tillRoutes,
  ...readersRoutes,
  ...appsRoutes,
  ...eventsRoutes,
  ...requestsRoutes,
  ...sandboxRoutes,
  ...teamRoutes,
  ...verificationRoutes,
  ...goingLiveRoutes,
  ...settingsRoutes,
  ...operatorsRoutes,
];
