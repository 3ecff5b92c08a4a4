import type { invoiceWords as english } from '../en/invoices.ts';
import type { Translated } from '../translated.ts';

// Draft: to be reviewed by a native speaker.
export const invoiceWords: Translated<typeof english> = {
  title: (number) => `Fatura ${number}`,
  paidTitle: (number) => `A fatura ${number} está paga`,
  from: 'De',
  to: 'Para',
  number: 'Fatura',
  issued: 'Emitida em',
  due: 'Pagar até',
  overdue: (day) => `Esta fatura está em atraso. O prazo terminou em ${day}.`,
  lines: 'Conteúdo da fatura',
  what: 'Artigo',
  each: (quantity, amount) => `${quantity} × ${amount}`,
  quantity: 'Quantidade',
  lineTax: 'Imposto',
  rate: (percent, amount) => `${percent} %: ${amount}`,
  noTax: 'Sem imposto',
  less: (name, amount) => `${name} (menos ${amount} pelo tempo não utilizado)`,
  amount: 'Valor',
  subtotal: 'Subtotal',
  tax: 'Total de impostos',
  total: 'Total',
  refund: 'Reembolso',
  notes: 'Observações',
  paidOn: 'Paga em',
  again: 'Voltar à fatura',
};
