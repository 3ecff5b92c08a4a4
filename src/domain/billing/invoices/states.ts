import type { Moves } from '../../../engine/states/moves.ts';

/**
 * The moves of an invoice. A refund leaves it `paid`, a failed payment leaves it `sent`.
 *
 * Spec: "States and transitions", invoice.
 */
export const invoiceMoves = {
  send: { from: ['draft'], to: 'sent', otherwise: 'INVOICE_NOT_DRAFT', event: 'invoicing.invoice.sent' },
  pay: { from: ['sent'], to: 'paid', otherwise: 'skip', event: 'invoicing.invoice.paid' },
  void: {
    from: ['draft', 'sent'],
    to: 'void',
    otherwise: 'INVOICE_NOT_VOIDABLE',
    event: 'invoicing.invoice.cancelled',
  },
} as const satisfies Moves<'invoices'>;
