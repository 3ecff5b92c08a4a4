import { member, type Route } from '../../../requests/route.ts';
import { orderReport, showOrder } from './order.ts';
import { downloadReport, showReports } from './reports.ts';

/** Reports read what everybody sees, so everybody may order them. Decision 0084. */
export const reportsRoutes: readonly Route[] = [
  member('see').get('/reports', showReports),
  member('see').get('/reports/new', showOrder),
  member('see').post('/reports/new', orderReport, { again: showOrder }),
  member('see').get('/reports/:report/content', downloadReport),
];
