import { member, type Route } from '../../../requests/route.ts';
import { checkAgain, showGoingLive } from './going-live.ts';

/** The list of what a merchant has and lacks for live payments, as `mps golive check` prints it. Decision 0102. */
export const goingLiveRoutes: readonly Route[] = [
  member('see').get('/go-live', showGoingLive),
  member('develop').post('/go-live', checkAgain, { again: showGoingLive }),
];
