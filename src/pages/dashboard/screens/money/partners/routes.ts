import { member, type Route } from '../../../requests/route.ts';
import { add, showAdd } from './adding.ts';
import { make, showNew } from './making-split.ts';
import { showPartner, showPartners } from './partners.ts';
import { deactivate, showSplits } from './splits.ts';

/** Partners and their shares of payments. Spec: "Splits". */
export const partnersRoutes: readonly Route[] = [
  member('see').get('/partners', showPartners),
  member('payout').get('/partners/new', showAdd),
  member('payout').post('/partners/new', add, { again: showAdd }),
  member('see').get('/partners/splits', showSplits),
  member('payout').get('/partners/splits/new', showNew),
  member('payout').post('/partners/splits/new', make, { again: showNew }),
  member('payout').post('/partners/splits/:split/deactivate', deactivate, { again: showSplits }),
  member('see').get('/partners/:partner', showPartner),
];
