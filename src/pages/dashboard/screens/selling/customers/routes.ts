import { member, type Route } from '../../../requests/route.ts';
import { remove, showCustomer } from './customer.ts';
import { showCustomers } from './customers.ts';
import { add, save, showAdd, showEdit } from './edit.ts';

/** Saved customers. Spec: "Other records", customer. */
export const customersRoutes: readonly Route[] = [
  member('see').get('/customers', showCustomers),
  member('sell').get('/customers/new', showAdd),
  member('sell').post('/customers/new', add, { again: showAdd }),
  member('see').get('/customers/:customer', showCustomer),
  member('sell').get('/customers/:customer/edit', showEdit),
  member('sell').post('/customers/:customer/edit', save, { again: showEdit }),
  member('sell').post('/customers/:customer/delete', remove, { again: showCustomer }),
];
