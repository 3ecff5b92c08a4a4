import { entryRoutes } from '../entry/routes.ts';
import { operatorsRoutes } from '../operators/routes.ts';
import type { Route } from '../requests/route.ts';
import { appsRoutes } from '../screens/developers/apps/routes.ts';
import { eventsRoutes } from '../screens/developers/events/routes.ts';
import { sandboxRoutes } from '../screens/developers/sandbox/routes.ts';
import { accountRoutes } from '../screens/merchant/account/routes.ts';
import { teamRoutes } from '../screens/merchant/team/routes.ts';
import { verificationRoutes } from '../screens/merchant/verification/routes.ts';
import { balanceRoutes } from '../screens/money/balance/routes.ts';
import { overviewRoutes } from '../screens/money/overview/routes.ts';
import { paymentsRoutes } from '../screens/money/payments/routes.ts';
import { payoutsRoutes } from '../screens/money/payouts/routes.ts';

/** Every address of the dashboard. Tests walk this list. */
export const allRoutes: readonly Route[] = [
  ...entryRoutes,
  ...accountRoutes,
  ...overviewRoutes,
  ...paymentsRoutes,
  ...balanceRoutes,
  ...payoutsRoutes,
  ...appsRoutes,
  ...eventsRoutes,
  ...sandboxRoutes,
  ...teamRoutes,
  ...verificationRoutes,
  ...operatorsRoutes,
];
