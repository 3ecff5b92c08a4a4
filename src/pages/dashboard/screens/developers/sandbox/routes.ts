import { member, type Route } from '../../../requests/route.ts';
import { inSandbox, reset, setTier, trigger, turn } from './actions.ts';
import { showSandbox } from './sandbox.ts';

const options = { again: inSandbox(showSandbox) };

/** The tools of test mode. Spec: "Limits" (sandbox). */
export const sandboxRoutes: readonly Route[] = [
  member('see').get('/sandbox', inSandbox(showSandbox)),
  member('develop').post('/sandbox/clock', inSandbox(turn), options),
  member('develop').post('/sandbox/events', inSandbox(trigger), options),
  member('develop').post('/sandbox/kyc', inSandbox(setTier), options),
  member('develop').post('/sandbox/reset', inSandbox(reset), options),
];
