import { member, type Route } from '../../../requests/route.ts';
import { showOverview } from './overview.ts';
import { volumeChart } from './volume.ts';

export const overviewRoutes: readonly Route[] = [
  member('see').get('', showOverview),
  member('see').get('/charts/volume.svg', volumeChart),
];
