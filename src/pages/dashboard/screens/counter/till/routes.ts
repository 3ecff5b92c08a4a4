import { member, type Route } from '../../../requests/route.ts';
import { cancelSale, chargePhone } from './charging.ts';
import { showSale } from './sale.ts';
import { showSales } from './sales.ts';
import { openSale, showTill } from './till.ts';

/** Sales at the counter. Spec: "Virtual terminal". */
export const tillRoutes: readonly Route[] = [
  member('sell').get('/counter', showTill),
  member('sell').post('/counter', openSale, { again: showTill }),
  member('see').get('/counter/sales', showSales),
  member('see').get('/counter/sales/:sale', showSale),
  member('sell').post('/counter/sales/:sale/charge', chargePhone, { again: showSale }),
  member('sell').post('/counter/sales/:sale/cancel', cancelSale, { again: showSale }),
];
