import type { invoiceWords as english } from '../en/invoices.ts';
import type { Translated } from '../translated.ts';

// Draft: to be reviewed by a native speaker.
export const invoiceWords: Translated<typeof english> = {
  title: (number) => `Facture ${number}`,
  paidTitle: (number) => `La facture ${number} est payée`,
  from: 'De',
  to: 'À',
  number: 'Facture',
  issued: 'Émise le',
  due: 'À payer au plus tard le',
  overdue: (day) => `Cette facture est en retard. Elle était due le ${day}.`,
  lines: 'Détail de la facture',
  what: 'Article',
  each: (quantity, amount) => `${quantity} × ${amount}`,
  quantity: 'Quantité',
  lineTax: 'Taxe',
  rate: (percent, amount) => `${percent} % : ${amount}`,
  noTax: 'Sans taxe',
  less: (name, amount) => `${name} (moins ${amount} pour le temps non utilisé)`,
  amount: 'Montant',
  subtotal: 'Sous-total',
  tax: 'Total des taxes',
  total: 'Total',
  refund: 'Remboursement',
  notes: 'Remarques',
  paidOn: 'Payée le',
  again: 'Retour à la facture',
};
