import { normalisePhone } from '../../../../../domain/money/wallets/phone.ts';
import { addCustomer } from '../../../../../domain/payers/customers/add-customer.ts';
import { editCustomer } from '../../../../../domain/payers/customers/edit-customer.ts';
import type { Customer } from '../../../../../domain/payers/customers/queries.ts';
import { ApiError } from '../../../../../platform/errors.ts';
import { showId } from '../../../../../platform/ids.ts';
import { type Html, html } from '../../../../html.ts';
import { customersWords as words } from '../../../../words/dashboard/selling/customers.ts';
import { customerAddress } from '../../../parts/billing.ts';
import { formTo, textField } from '../../../parts/forms.ts';
import { screen } from '../../../parts/frame.ts';
import { typedPhone, typedPlain } from '../../../parts/typed.ts';
import { acting, onceOf } from '../../../requests/acting.ts';
import { type Answer, seeOther, WrongFields } from '../../../requests/answers.ts';
import { judged } from '../../../requests/judged.ts';
import { refuseChanged } from '../../../requests/seen.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { customerIn } from './customer.ts';

type Contact = Pick<Customer, 'name' | 'email' | 'phone' | 'external_id'>;

/** What the form shows of a customer. */
const shownOf = ({ name, email, phone, external_id }: Contact) => ({
  name,
  email: email ?? '',
  phone: phone ?? '',
  external_id: external_id ?? '',
});

const nobody: Contact = { name: '', email: null, phone: null, external_id: null };

function fieldsOf(visit: MerchantVisit, customer: Contact): Html {
  const { name, email, phone, external_id } = shownOf(customer);
  return html`${textField(visit, { name: 'name', label: words.name, value: name, maxlength: 120 })}
${textField(visit, { name: 'email', label: words.email, kind: 'email', optional: true, value: email, maxlength: 254 })}
${textField(visit, { name: 'phone', label: words.phone, hint: words.phoneHint, kind: 'tel', optional: true, value: phone, maxlength: 30 })}
${textField(visit, { name: 'external_id', label: words.externalId, hint: words.externalHint, optional: true, value: external_id, maxlength: 64 })}`;
}

export function showAdd(visit: MerchantVisit): Answer {
  return screen(visit, {
    title: words.new,
    up: { label: words.title, to: `${visit.base}/customers` },
    main: formTo(visit, {
      to: `${visit.base}/customers/new`,
      button: words.save,
      cancel: `${visit.base}/customers`,
      once: onceOf(),
      fields: fieldsOf(visit, nobody),
    }),
  });
}

const names = ['email', 'phone', 'external_id'] as const;

const readers: Readonly<Record<(typeof names)[number], (text: string) => string>> = {
  email: typedPlain,
  phone: typedPhone,
  external_id: (text) => text,
};

/** What the form says. @param empty what the contract wants in place of an empty text */
function typedIn({ form }: MerchantVisit, empty: null | undefined): Record<string, unknown> {
  if (form.value('name') === '') throw new WrongFields({ name: words.wrongName });
  const others = names.map((name) => [name, readers[name](form.value(name)) || empty]);
  return { name: form.value('name'), ...Object.fromEntries(others) };
}

/** Judged by the contract of `createCustomer`. */
export async function add(visit: MerchantVisit): Promise<Answer> {
  const {
    name,
    email = null,
    phone,
    external_id = null,
  } = judged('createCustomer', typedIn(visit, undefined));
  const wanted = {
    name,
    email,
    phone: phone === undefined ? null : normalisePhone(phone),
    externalId: external_id,
  };
  const { id } = await atField(() =>
    acting(visit, 'customer.added', async (act) => {
      const customer = await addCustomer(act, wanted);
      return { result: customer, object: showId('cus', customer.id) };
    }),
  );
  return seeOther(`${customerAddress(visit, id)}?done=added`);
}

export async function showEdit(visit: MerchantVisit): Promise<Answer> {
  const customer = await customerIn(visit);
  const address = customerAddress(visit, customer.id);
  return screen(visit, {
    title: words.edit,
    up: { label: customer.name, to: address },
    main: html`<p class="soft">${words.editText}</p>
${formTo(visit, { to: `${address}/edit`, button: words.save, cancel: address, seen: shownOf(customer), fields: fieldsOf(visit, customer) })}`,
  });
}

/** Judged by the contract of `updateCustomer`; what was emptied becomes null. */
export async function save(visit: MerchantVisit): Promise<Answer> {
  const before = await customerIn(visit);
  const { name, email, phone, external_id: externalId } = judged('updateCustomer', typedIn(visit, null));
  const changes = { name, email, phone: phone && normalisePhone(phone), externalId };
  const { phone: typedAs = before.phone } = changes;
  const wanted = shownOf({
    name: name ?? before.name,
    email: email ?? null,
    phone: typedAs,
    external_id: externalId ?? null,
  });
  await atField(() =>
    acting(visit, 'customer.changed', async (act) => {
      const after = await editCustomer(act, before.id, changes, (customer) =>
        refuseChanged(visit, { present: shownOf(customer), wanted }),
      );
      const changed = (['name', ...names] as const).filter((field) => before[field] !== after[field]);
      // The names of the fields only: a customer may ask to be forgotten.
      return { result: undefined, object: showId('cus', before.id), details: { changed } };
    }),
  );
  return seeOther(`${customerAddress(visit, before.id)}?done=saved`);
}

/** Puts the refusal of an id that is taken at its field. */
async function atField<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError && error.code === 'CUSTOMER_EXISTS')
      throw new WrongFields({ external_id: words.taken });
    throw error;
  }
}
