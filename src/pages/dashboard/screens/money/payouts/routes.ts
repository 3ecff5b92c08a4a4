import { member, type Route } from '../../../requests/route.ts';
import { addDestination, removeDestination, showAdd, showDestinations } from './destinations.ts';
import { pay, preview, showForm } from './make-payout.ts';
import { showPayout, showPayouts } from './payouts.ts';

/** Payouts and where they go. Spec: "POST /v1/payouts/request". */
export const payoutsRoutes: readonly Route[] = [
  member('see').get('/payouts', showPayouts),
  member('payout').get('/payouts/new', showForm, { stepUp: true }),
  member('payout').post('/payouts/preview', preview, { again: showForm, stepUp: true }),
  member('payout').post('/payouts/new', pay, { again: showForm, stepUp: true }),
  member('see').get('/payouts/destinations', showDestinations),
  member('payout').get('/payouts/destinations/new', showAdd, { stepUp: true }),
  member('payout').post('/payouts/destinations/new', addDestination, { again: showAdd, stepUp: true }),
  member('payout').post('/payouts/destinations/:destination/remove', removeDestination, {
    again: showDestinations,
  }),
  member('see').get('/payouts/:payout', showPayout),
];
