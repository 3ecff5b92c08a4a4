import type { DeclineCode } from '../port.ts';

export type ReaderScenario = {
  /** Part of the gateway's reference, so that the gateway needs no memory. */
  readonly name: string;
  /** The decoded ciphertext: the sandbox has no keys, so it is not encrypted. */
  readonly text: string;
  readonly last4: string;
  /** What the issuer says, ISO 8583. */
  readonly responseCode: string;
  readonly ending: 'approved' | { readonly reason: DeclineCode; readonly gatewayStatus: string };
};

const declined = (reason: DeclineCode, gatewayStatus: string) => ({ reason, gatewayStatus });

/** Gets no answer; a later query answers that there is no such charge. */
export const noAnswerText = 'SANDBOX:no_answer';

/** Every other text is declined with CARD_NOT_TEST_CARD. Decision 0017. */
export const readerScenarios: readonly ReaderScenario[] = [
  {
    name: 'reader_approved',
    text: 'SANDBOX:approved',
    last4: '4242',
    responseCode: '00',
    ending: 'approved',
  },
  {
    name: 'reader_declined',
    text: 'SANDBOX:declined',
    last4: '0002',
    responseCode: '05',
    ending: declined('CARD_DECLINED', 'DECLINED'),
  },
  {
    name: 'reader_insufficient_funds',
    text: 'SANDBOX:insufficient_funds',
    last4: '9995',
    responseCode: '51',
    ending: declined('CARD_INSUFFICIENT_FUNDS', 'INSUFFICIENT_FUNDS'),
  },
  {
    name: 'reader_expired_card',
    text: 'SANDBOX:expired_card',
    last4: '0069',
    responseCode: '54',
    ending: declined('CARD_EXPIRED', 'EXPIRED'),
  },
];
