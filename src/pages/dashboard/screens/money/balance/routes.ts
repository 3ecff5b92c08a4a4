import { member, type Route } from '../../../requests/route.ts';
import { showBalance } from './balance.ts';
import { showExplained } from './explain.ts';
import { downloadJournal, showJournal } from './journal.ts';

/** What the merchant has, when the rest of it comes, and why it is so much. Spec: "Balance". */
export const balanceRoutes: readonly Route[] = [
  member('see').get('/balance', showBalance),
  member('see').get('/balance/explain', showExplained),
  member('see').get('/balance/journal', showJournal),
  member('see').get('/balance/journal.csv', downloadJournal),
];
