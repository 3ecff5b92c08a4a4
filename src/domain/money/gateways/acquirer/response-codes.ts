import type { DeclineCode } from '../port.ts';

/** What the response codes of ISO 8583:1987 mean for a payer. Any other code is CARD_DECLINED, and is logged. */
const known: Readonly<Record<string, DeclineCode>> = {
  '01': 'CARD_DECLINED',
  '02': 'CARD_DECLINED',
  '03': 'CARD_DECLINED',
  '04': 'CARD_BLOCKED',
  '05': 'CARD_DECLINED',
  '06': 'CARD_DECLINED',
  '07': 'CARD_BLOCKED',
  '12': 'CARD_DECLINED',
  '13': 'CARD_DECLINED',
  '14': 'CARD_DECLINED',
  '15': 'CARD_DECLINED',
  '19': 'CARD_DECLINED',
  '30': 'CARD_DECLINED',
  '33': 'CARD_EXPIRED',
  '34': 'CARD_BLOCKED',
  '36': 'CARD_BLOCKED',
  '37': 'CARD_BLOCKED',
  '38': 'CARD_BLOCKED',
  '39': 'CARD_DECLINED',
  '41': 'CARD_BLOCKED',
  '43': 'CARD_BLOCKED',
  '51': 'CARD_INSUFFICIENT_FUNDS',
  '54': 'CARD_EXPIRED',
  '55': 'CARD_DECLINED',
  '57': 'CARD_DECLINED',
  '58': 'CARD_DECLINED',
  '59': 'CARD_DECLINED',
  '61': 'CARD_INSUFFICIENT_FUNDS',
  '62': 'CARD_BLOCKED',
  '63': 'CARD_DECLINED',
  '65': 'CARD_DECLINED',
  '68': 'GATEWAY_TIMEOUT',
  '75': 'CARD_BLOCKED',
  '82': 'CARD_CVV_INVALID',
  '91': 'GATEWAY_TIMEOUT',
  '92': 'GATEWAY_TIMEOUT',
  '93': 'CARD_DECLINED',
  '94': 'CARD_DECLINED',
  '96': 'GATEWAY_TIMEOUT',
  N7: 'CARD_CVV_INVALID',
};

export type CodeTable = Readonly<Record<string, DeclineCode>>;

/** Undefined if neither the standard nor this acquirer's own table has the code. */
export function declineCodeFor(code: string, own: CodeTable = {}): DeclineCode | undefined {
  return own[code] ?? known[code];
}

/** Approved for a part, which the answer's amount says. */
export const partialApproval = '10';

/** Approved; approved with identification; approved for a part; approved (VIP). */
const approving = ['00', '08', partialApproval, '11'];

export function isApproval(code: string): boolean {
  return approving.includes(code);
}

/** The issuer or the network is down: the same request may be sent again later, under another trace number. */
const passing = ['19', '68', '91', '92', '96'];

export function mayPass(code: string): boolean {
  return passing.includes(code);
}

/** The acquirer has had such a message before. */
export const duplicate = '94';

/** Reversed; nothing to reverse; no such message; already reversed. With any other answer the reversal is sent again. */
const reversing = ['00', '21', '25', duplicate];

export function endsReversal(code: string): boolean {
  return reversing.includes(code);
}
