import { member, type Route } from '../../../requests/route.ts';
import { showBatch, showBatches } from './batches.ts';
import { addDestination, removeDestination, showAdd, showDestinations } from './destinations.ts';
import { pay, preview, showForm } from './make-payout.ts';
import { showPayout, showPayouts } from './payouts.ts';
import { previewBatch, requestBatch, showCheckAgain, showUpload } from './upload-batch.ts';

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
  member('see').get('/payouts/batches', showBatches),
  member('payout').get('/payouts/batches/new', (visit) => showUpload(visit), { stepUp: true }),
  member('payout').post('/payouts/batches/preview', previewBatch, {
    again: (visit) => showUpload(visit),
    stepUp: true,
    files: true,
  }),
  member('payout').post('/payouts/batches/new', requestBatch, {
    again: showCheckAgain,
    stepUp: true,
    files: true,
  }),
  member('see').get('/payouts/batches/:batch', showBatch),
  member('see').get('/payouts/:payout', showPayout),
];
