import { member, type Route } from '../../../requests/route.ts';
import { createDraft, saveDraft, showCreate, showEdit } from './draft.ts';
import { send, showInvoice, voidIt } from './invoice.ts';
import { showInvoices } from './invoices.ts';

/** Invoices of the merchant to their customers. Spec: "Invoice". */
export const invoicesRoutes: readonly Route[] = [
  member('see').get('/invoices', showInvoices),
  member('sell').get('/invoices/new', showCreate),
  member('sell').post('/invoices/new', createDraft, { again: showCreate }),
  member('see').get('/invoices/:invoice', showInvoice),
  member('sell').get('/invoices/:invoice/edit', showEdit),
  member('sell').post('/invoices/:invoice/edit', saveDraft, { again: showEdit }),
  member('sell').post('/invoices/:invoice/send', send, { again: showInvoice }),
  member('sell').post('/invoices/:invoice/void', voidIt, { again: showInvoice }),
];
