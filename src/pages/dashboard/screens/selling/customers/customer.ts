import { findInvoices } from '../../../../../domain/billing/invoices/list-queries.ts';
import { findSubscriptions } from '../../../../../domain/billing/subscriptions/queries.ts';
import { forgetCustomer } from '../../../../../domain/payers/customers/forget-customer.ts';
import { type Customer, findCustomer } from '../../../../../domain/payers/customers/queries.ts';
import {
  findPaymentMethods,
  type PaymentMethod,
} from '../../../../../domain/payers/payment-methods/queries.ts';
import { readClock } from '../../../../../engine/clock/read-clock.ts';
import { notFound, readId, showId } from '../../../../../platform/ids.ts';
import { type Html, html } from '../../../../html.ts';
import { customersWords as words } from '../../../../words/dashboard/selling/customers.ts';
import { customerAddress, invoicesTable, subscriptionsTable } from '../../../parts/billing.ts';
import { formTo, textField } from '../../../parts/forms.ts';
import { screen } from '../../../parts/frame.ts';
import { brandName } from '../../../parts/payments.ts';
import { exact, linkButton, moment, section } from '../../../parts/show.ts';
import { facts, table } from '../../../parts/tables.ts';
import { isSameName } from '../../../parts/typed.ts';
import { acting } from '../../../requests/acting.ts';
import { type Answer, seeOther, WrongFields } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';

const most = 10;

/** The customer that the address names. @throws NOT_FOUND also for one of another merchant, or a deleted one */
export async function customerIn({ ctx, merchantId, params }: MerchantVisit): Promise<Customer> {
  const customer = await findCustomer(ctx.db, merchantId, readId('cus', params['customer'] ?? ''));
  if (!customer) throw notFound('cus');
  return customer;
}

export async function showCustomer(visit: MerchantVisit): Promise<Answer> {
  const { ctx, merchantId, base } = visit;
  const customer = await customerIn(visit);
  const wanted = { customerId: customer.id };
  const page = { after: undefined, rows: most };
  const [invoices, subscriptions, methods, { now }] = await Promise.all([
    findInvoices(ctx.db, merchantId, wanted, page),
    findSubscriptions(ctx.db, merchantId, wanted, page),
    findPaymentMethods(ctx.db, merchantId, wanted, page),
    readClock(ctx, merchantId),
  ]);
  const newest = (rows: readonly unknown[]) =>
    rows.length === most && html`<p class="soft">${words.newest(most)}</p>`;
  const forThem = `new?customer=${showId('cus', customer.id)}`;
  return screen(visit, {
    title: customer.name,
    up: { label: words.title, to: `${base}/customers` },
    done: words.done[visit.query.get('done') ?? ''],
    actions:
      visit.may('sell') &&
      html`${linkButton(`${customerAddress(visit, customer.id)}/edit`, words.edit, 'quiet')} ${linkButton(`${base}/subscriptions/${forThem}`, words.subscribe, 'quiet')} ${linkButton(`${base}/invoices/${forThem}`, words.invoice)}`,
    main: html`${section(words.details, detailsOf(visit, customer))}
${section(words.invoices, html`${newest(invoices)}${invoicesTable(visit, { rows: invoices, now, empty: words.noInvoices })}`)}
${section(words.subscriptions, html`${newest(subscriptions)}${await subscriptionsTable(visit, { rows: subscriptions, empty: words.noSubscriptions })}`)}
${section(words.cards, cardsTable(methods))}
${visit.may('sell') && section(words.remove.title, removal(visit, customer))}`,
  });
}

function detailsOf(visit: MerchantVisit, customer: Customer): Html {
  return facts([
    [words.email, customer.email],
    [words.phone, customer.phone],
    [words.externalId, customer.external_id],
    [words.created, moment(visit, customer.created_at)],
    [words.changed, moment(visit, customer.updated_at)],
    ['ID', exact(showId('cus', customer.id))],
  ]);
}

/** Cards that a page has saved; one that was only begun has no digits yet. */
function cardsTable(methods: readonly PaymentMethod[]): Html {
  return table<PaymentMethod>({
    caption: words.cards,
    columns: [
      { title: words.card, cell: ({ brand, last4 }) => `${brandName(brand, words.card)} …${last4 ?? ''}` },
      {
        title: words.expires,
        cell: ({ exp_month, exp_year }) => `${String(exp_month ?? '').padStart(2, '0')}/${exp_year ?? ''}`,
      },
    ],
    rows: methods.filter(({ last4 }) => last4 !== null),
    empty: words.noCards,
  });
}

function removal(visit: MerchantVisit, { id, name }: Customer): Html {
  return html`<p>${words.remove.text}</p>
${formTo(visit, {
  to: `${customerAddress(visit, id)}/delete`,
  button: words.remove.button,
  look: 'danger',
  fields: textField(visit, { name: 'confirm', label: words.remove.confirm(name), maxlength: 120 }),
})}`;
}

/** What the audit log remembers is the id only: the data itself is to be forgotten. */
export async function remove(visit: MerchantVisit): Promise<Answer> {
  const { id, name } = await customerIn(visit);
  if (!isSameName(visit.form.value('confirm'), name)) throw new WrongFields({ confirm: words.remove.wrong });
  await acting(visit, 'customer.deleted', async (act) => {
    await forgetCustomer(act, id);
    return { result: undefined, object: showId('cus', id) };
  });
  return seeOther(`${visit.base}/customers?done=deleted`);
}
