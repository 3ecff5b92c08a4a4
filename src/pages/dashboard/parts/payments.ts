import { findWholeSplits } from '../../../domain/money/splits/queries.ts';
import { maskPhone } from '../../../domain/money/wallets/phone.ts';
import { metadataView } from '../../../domain/payments/checkouts/metadata.ts';
import type { Transaction } from '../../../domain/payments/transactions/queries.ts';
import { showId } from '../../../platform/ids.ts';
import { type Html, html } from '../../html.ts';
import { showMoney } from '../../money.ts';
import { frameWords } from '../../words/dashboard/frame.ts';
import { partnersWords } from '../../words/dashboard/money/partners.ts';
import { paymentsWords as words } from '../../words/dashboard/money/payments.ts';
import { words as hosted } from '../../words/en/words.ts';
import type { MerchantVisit } from '../requests/visit.ts';
import { selectField } from './forms.ts';
import { link, moment, section, state } from './show.ts';
import { facts, table } from './tables.ts';

const looks = {
  pending: 'warn',
  authorized: 'warn',
  completed: 'good',
  failed: 'bad',
  reversed: 'plain',
  voided: 'plain',
} as const satisfies Record<Transaction['status'], string>;

export const statusOf = ({ status }: Pick<Transaction, 'status'>): Html =>
  state(words.status[status], looks[status]);

/** How the customer paid; never the full card or phone number. */
export function methodOf({ method_type, method_brand, method_last4, method_phone }: Transaction): string {
  if (method_type === null) return '';
  const detail = method_phone === null ? method_last4 && words.last4(method_last4) : maskPhone(method_phone);
  return [brandName(method_brand, words.methods[method_type]), detail]
    .filter((part) => part !== null)
    .join(' ');
}

/** `Visa`, as payers see it. @param otherwise what to say if nobody named the brand */
export function brandName(brand: string | null | undefined, otherwise: string): string {
  const known: Readonly<Record<string, string>> = hosted.brands;
  return typeof brand === 'string' ? (known[brand] ?? hosted.brands.unknown) : otherwise;
}

/** Who paid, by the first of name, email and phone that is known. */
export function customerOf({ customer_name, customer_email, customer_phone }: Transaction): string {
  return customer_name ?? customer_email ?? (customer_phone === null ? '' : maskPhone(customer_phone));
}

export const paymentAddress = ({ base }: MerchantVisit, id: string): string =>
  `${base}/payments/${showId('txn', id)}`;

export const partnerAddress = ({ base }: MerchantVisit, id: string): string =>
  `${base}/partners/${showId('sac', id)}`;

export const refundAddress = ({ base }: MerchantVisit, id: string): string =>
  `${base}/payments/refunds/${showId('ref', id)}`;

export const disputeAddress = ({ base }: MerchantVisit, id: string): string =>
  `${base}/disputes/${showId('dsp', id)}`;

/** What an integration sent with it, apart from what the service says of it. Nothing without any. */
export const metadataSection = ({ metadata }: Pick<Transaction, 'metadata'>): Html | false =>
  metadata !== null && section(frameWords.metadata, facts(Object.entries(metadataView(metadata) ?? {})));

const mostSplits = 200;

/** Asks for the split by which a payment is shared; nothing where there is none to choose. */
export async function splitField(visit: MerchantVisit): Promise<Html | false> {
  const page = { after: undefined, rows: mostSplits };
  const splits = await findWholeSplits(visit.ctx.db, visit.merchantId, { status: 'active' }, page);
  const { splits: said } = partnersWords;
  const options = [
    { value: '', label: said.notShared },
    ...splits.map(({ id, split }) => ({
      value: showId('spl', id),
      label: said.optionOf(split.name, split.currency),
    })),
  ];
  const about = { name: 'split_id', label: said.field, hint: said.fieldHint, optional: true };
  return splits.length > 0 && selectField(visit, { ...about, options });
}

/** The split that something names, for its facts. */
export const splitFact = ({ base }: MerchantVisit, id: string | null) =>
  id !== null && ([partnersWords.splits.of, link(`${base}/partners/splits`, showId('spl', id))] as const);

/** The payments of one link, invoice or subscription, newest first. */
export function paymentsTable(visit: MerchantVisit, rows: readonly Transaction[], empty: string): Html {
  const { column } = words;
  return table<Transaction>({
    caption: words.title,
    columns: [
      {
        title: column.time,
        cell: (row) => link(paymentAddress(visit, row.id), moment(visit, row.created_at)),
      },
      {
        title: column.amount,
        isNumber: true,
        cell: ({ amount, currency }) => html`<strong>${showMoney(amount, currency)}</strong>`,
      },
      { title: column.status, cell: statusOf },
      { title: column.method, cell: methodOf },
      { title: column.customer, cell: customerOf },
    ],
    rows,
    empty,
  });
}
