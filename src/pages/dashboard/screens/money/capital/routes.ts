import { member, type Route } from '../../../requests/route.ts';
import { accept, repay, showAdvance, showOffer } from './advance.ts';
import { showCapital } from './capital.ts';

/** Advances on later payments. Spec: "Capital advance". */
export const capitalRoutes: readonly Route[] = [
  member('see').get('/capital', showCapital),
  member('payout').get('/capital/offers/:offer', showOffer, { stepUp: true }),
  member('payout').post('/capital/offers/:offer', accept, { again: showOffer, stepUp: true }),
  member('see').get('/capital/advances/:advance', showAdvance),
  member('payout').post('/capital/advances/:advance/repay', repay, { again: showAdvance }),
];
