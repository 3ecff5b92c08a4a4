import type { InvoiceItem } from '../../../../../domain/billing/invoices/item-queries.ts';
import type { Line } from '../../../../../domain/billing/invoices/totals.ts';
import { formatMoney2, parseAmount } from '../../../../../domain/money/amounts/amount.ts';
import type { Currency } from '../../../../../domain/money/amounts/currency.ts';
import { formatPercent, parsePercent } from '../../../../../domain/money/amounts/percent.ts';
import type { RequestOf } from '../../../../../platform/contract/types.ts';
import { type Html, html } from '../../../../html.ts';
import { invoicesWords } from '../../../../words/dashboard/selling/invoices.ts';
import { textField } from '../../../parts/forms.ts';
import { filled, typedMoney, typedNumber, typedRate } from '../../../parts/typed.ts';
import { WrongFields } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';

const { form: words, line: labels } = invoicesWords;

/** A form holds 400 fields; the API takes more lines. */
export const mostLines = 60;
const firstLines = 3;
const moreLines = 4;

/** Name in the contract → beginning of the names of fields. */
const fields = {
  description: 'description',
  quantity: 'quantity',
  unit_amount: 'price',
  tax_rate: 'tax',
} as const;

/** The name of all fields of the lines together. */
export const together = 'lines';

const ofLine = new RegExp(`^(?:rows|(?:${Object.values(fields).join('|')})-[0-9]+)$`);

/** Whether a field of the form belongs to its lines. */
export const isOfLines = (field: string): boolean => ofLine.test(field);

/** The lines of a draft and empty ones after them. `moreButton` gets more. */
export function lineFields(visit: MerchantVisit, items: readonly InvoiceItem[]): Html {
  const rows = rowsOf(visit, items.length);
  const error = visit.wrong[together];
  return html`<fieldset class="field${error !== undefined && ' wrong'}" id="${together}" tabindex="-1"><legend>${words.lines}</legend>
${error !== undefined && html`<p class="error">${error}</p>`}
<input type="hidden" name="rows" value="${rows}">
${Array.from({ length: rows }, (_, at) => oneLine(visit, at + 1, items[at]))}</fieldset>`;
}

/** Sends the form to get more lines; `more` says so. */
export const moreButton = (visit: MerchantVisit, present: number): Html | false =>
  rowsOf(visit, present) < mostLines &&
  html`<button class="quiet" name="more" value="1">${words.more}</button>`;

function rowsOf({ form }: MerchantVisit, present: number): number {
  const posted = Number(form.value('rows')) || 0;
  const wanted = form.has('rows') ? posted + (form.has('more') ? moreLines : 0) : present + 1;
  return Math.min(Math.max(wanted, firstLines), mostLines);
}

/** The first of the lines that were just asked for. */
const firstNew = ({ form }: MerchantVisit): number | undefined =>
  form.has('more') ? Number(form.value('rows')) + 1 : undefined;

function oneLine(visit: MerchantVisit, number: number, item: InvoiceItem | undefined): Html {
  const field = (name: string, label: string, value: string, about: object = {}): Html =>
    textField(visit, { name: `${name}-${number}`, label, value, ...about });
  const rate = item?.tax_basis_points ?? null;
  return html`<fieldset class="line"><legend>${words.line(number)}</legend>
${field(fields.description, labels.description, item?.description ?? '', { maxlength: 255, autofocus: number === firstNew(visit) })}
${field(fields.quantity, labels.quantity, String(item?.quantity ?? 1), { inputmode: 'numeric' })}
${field(fields.unit_amount, labels.price, item ? formatMoney2(item.unit_amount) : '', { inputmode: 'decimal' })}
${field(fields.tax_rate, words.taxRate, rate === null ? '' : formatPercent(rate), { inputmode: 'decimal' })}</fieldset>`;
}

type TypedLines = {
  /** As the contract writes them. */
  readonly items: readonly Record<string, unknown>[];
  /** Path in the contract → name of the field. */
  readonly names: Readonly<Record<string, string>>;
};

/** The lines that say something. @throws WrongFields there is none, or one lacks what it is or costs */
export function typedLines({ form }: MerchantVisit): TypedLines {
  const numbers = Array.from({ length: mostLines }, (_, at) => at + 1).filter((number) =>
    ['description', 'price', 'tax'].some((name) => form.value(`${name}-${number}`) !== ''),
  );
  if (numbers.length === 0) throw new WrongFields({ 'description-1': words.noLines });
  const wrong = Object.assign({}, ...numbers.map((number) => lackingIn(form, number)));
  if (Object.keys(wrong).length > 0) throw new WrongFields(wrong);
  return {
    items: numbers.map((number) => itemIn(form, number)),
    names: Object.fromEntries(
      numbers.flatMap((number, at) =>
        Object.entries(fields).map(([name, field]) => [`items/${at}/${name}`, `${field}-${number}`]),
      ),
    ),
  };
}

type Form = MerchantVisit['form'];

function lackingIn(form: Form, number: number): Record<string, string> {
  const hasPrice = typedMoney(form.value(`price-${number}`)) !== undefined;
  return {
    ...(form.value(`description-${number}`) === '' && { [`description-${number}`]: words.wrongDescription }),
    ...(!hasPrice && { [`price-${number}`]: words.wrongPrice }),
    ...(typedRate(form.value(`tax-${number}`)) === null && { [`tax-${number}`]: words.wrongTax }),
  };
}

function itemIn(form: Form, number: number): Record<string, unknown> {
  const quantity = form.value(`quantity-${number}`);
  return filled({
    description: form.value(`description-${number}`),
    quantity: typedNumber(quantity === '' ? '1' : quantity),
    unit_amount: typedMoney(form.value(`price-${number}`)),
    tax_rate: typedRate(form.value(`tax-${number}`)),
  });
}

/** What the contract has judged, as the domain takes it. */
export function linesIn(items: RequestOf<'createInvoice'>['body']['items'], currency: Currency): Line[] {
  return items.map(({ description, quantity, unit_amount, tax_rate }) => ({
    description,
    quantity,
    unitAmount: parseAmount(unit_amount, currency),
    taxBasisPoints: tax_rate === undefined ? null : parsePercent(tax_rate),
  }));
}
