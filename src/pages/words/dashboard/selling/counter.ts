import type { Session } from '../../../../domain/payments/virtual-terminal/queries.ts';

/** The counter: sales at a till, and card readers. */
export const counterWords = {
  title: 'Counter',
  intro: 'Type the amount. Your customer then scans a code, or approves on their phone.',
  amount: 'Amount',
  amountHint: 'Such as 12.50',
  wrongAmount: 'Enter an amount above zero, such as 12.50.',
  currency: 'Currency',
  method: 'How they pay',
  description: 'What it is for',
  keypad: 'Keypad',
  erase: 'Erase',
  open: 'Show the code',
  all: 'All sales at the counter',
  sale: {
    title: (amount: string) => `Sale of ${amount}`,
    scan: 'Scan this code with a phone to pay',
    waiting: 'Waiting for the customer',
    asked: 'The customer is asked to approve on their phone',
    until: 'Can be paid until',
    charge: 'Charge a phone',
    phone: 'Phone number of the customer',
    wrongPhone: 'Enter the phone number of the customer’s wallet, such as 0771234567.',
    otherWallet: (wallet: string) =>
      `This is no number of ${wallet}, which this sale is for. Check the number, or cancel the sale and choose another way to pay.`,
    phoneHint: 'Such as 0771234567. They enter their wallet PIN on the phone.',
    chargeButton: 'Send the request',
    declined: 'No money was taken',
    newSale: 'New sale',
    cancel: 'Cancel this sale',
    paid: 'Paid',
    refunded: (amount: string) => `Refunded since: ${amount}`,
    canceled: 'Canceled. No money was taken.',
    expired: 'Nobody paid in time. No money was taken.',
    undecided:
      'The customer was asked to pay, and we do not know the result yet. If they still approve, the money goes back to them.',
    returned: 'The customer approved when the sale was over. The money is on its way back to them.',
    payment: 'The payment',
    receipt: 'Receipt of the customer',
    address: 'Address of the page',
    done: {
      asked: 'The request is on its way to the phone.',
      noWallet:
        'This phone number has no active wallet. No money was taken. Check the number and send it again.',
      unreachable: 'The wallet cannot be reached at the moment. No money was taken. Try again in a moment.',
      canceled: 'The sale is canceled.',
    },
  },
  states: {
    pending: 'Open',
    paid: 'Paid',
    canceled: 'Canceled',
    expired: 'Expired',
  } satisfies Record<Session['status'], string>,
  sales: {
    title: 'Sales at the counter',
    state: 'State',
    empty: 'No sales here. Open “Counter” and type an amount, or take away a filter.',
    time: 'Time',
  },
  readers: {
    title: 'Card readers',
    intro:
      'Readers that take cards for you. Your till program sends what they read with POST /v1/terminals/process.',
    add: 'Register a reader',
    empty: 'No reader yet. Register one with the number on its back.',
    serial: 'Serial number',
    serialHint: 'On the back of the reader: letters, digits and hyphens',
    model: 'Model',
    place: 'Place',
    placeHint:
      'Such as “Till 2, ground floor”. To move or rename a reader, register it again with the new place.',
    missing: {
      serial_number: 'Enter the number on the back of the reader.',
      location_name: 'Enter where the reader is, such as “Till 2, ground floor”.',
    },
    seen: 'Last seen',
    remove: 'Remove',
    done: {
      registered: 'The reader is registered.',
      removed: 'The reader takes no more payments.',
    } as Readonly<Record<string, string>>,
  },
} as const;
