import { goodCard } from '../../../test/support/builders/counter.ts';
import { firstPage, turnClock } from './payments.ts';
import { type Data, expectPage, fieldsOf, type Shop, unique } from './shop.ts';
import { onPath, type Start, type Starts } from './start.ts';

const link = { amount: '15.00', currency: 'USD', title: 'Pottery class' };
const past = '2020-01-01T00:00:00Z';
const tooLarge = '999999999999.00';

async function aLink(shop: Shop): Promise<string> {
  return String((await shop.api('createPaymentLink', { body: link }))['id']);
}

const links: Starts = {
  listPaymentLinks: [firstPage(aLink), { name: 'all' }],
  createPaymentLink: [
    { name: 'a link', request: { body: link } },
    { name: 'over already', refusal: 'EXPIRY_IN_PAST', request: { body: { ...link, expires_at: past } } },
    { name: 'too much', refusal: 'AMOUNT_TOO_LARGE', request: { body: { ...link, amount: tooLarge } } },
  ],
  updatePaymentLink: [
    onPath('a title', aLink, { request: { body: { title: 'Another class' } } }),
    onPath('over already', aLink, { refusal: 'EXPIRY_IN_PAST', request: { body: { expires_at: past } } }),
    onPath('too much', aLink, { refusal: 'AMOUNT_TOO_LARGE', request: { body: { amount: tooLarge } } }),
  ],
  getPaymentLink: [onPath('a link', aLink)],
  deactivatePaymentLink: [onPath('a link', aLink)],
};

const sale = { amount: '18.00', currency: 'USD' };
const phone = '0771111111';

async function session(shop: Shop, payment_method = 'card'): Promise<string> {
  const body = { ...sale, payment_method, expires_in_minutes: 120 };
  const made = await shop.api('createVirtualTerminalSession', { body });
  return String(fieldsOf(made['session'])['id']);
}

const byWallet = (shop: Shop) => session(shop, 'wallet_a');

async function charged(shop: Shop, customer_phone: string): Promise<string> {
  const id = await byWallet(shop);
  await shop.api('chargeVirtualTerminalSession', { path: { id }, body: { customer_phone } });
  return id;
}

async function paid(shop: Shop): Promise<string> {
  const id = await charged(shop, phone);
  await turnClock(shop);
  return id;
}

async function canceled(shop: Shop): Promise<string> {
  const id = await byWallet(shop);
  await shop.api('cancelVirtualTerminalSession', { path: { id } });
  return id;
}

const toPhone = (customer_phone: string) => ({ request: { body: { customer_phone } } });

const onCard: Start = {
  name: 'a saved card',
  make: async (shop) => ({ id: await session(shop), card: await savedCard(shop) }),
  request: { path: { id: '{{id}}' }, body: { payment_method_id: '{{card}}' } },
};

const sessions: Starts = {
  listVirtualTerminalSessions: [firstPage(session), { name: 'all' }],
  createVirtualTerminalSession: [
    { name: 'by card', request: { body: sale } },
    { name: 'by wallet', request: { body: { ...sale, payment_method: 'wallet_a' } } },
    { name: 'too much', refusal: 'AMOUNT_TOO_LARGE', request: { body: { ...sale, amount: tooLarge } } },
    {
      name: 'a wallet that is only announced',
      refusal: 'WALLET_NOT_AVAILABLE',
      request: { body: { ...sale, payment_method: 'wallet_b' } },
    },
  ],
  getVirtualTerminalSession: [onPath('paid', paid), onPath('open', session)],
  cancelVirtualTerminalSession: [
    onPath('open', session),
    onPath('paid already', paid, { refusal: 'SESSION_NOT_PENDING' }),
  ],
  chargeVirtualTerminalSession: [
    onPath('a wallet', byWallet, toPhone(phone)),
    onPath('on its page', session),
    onCard,
    onPath('canceled already', canceled, { ...toPhone(phone), refusal: 'SESSION_NOT_PENDING' }),
    onPath('a wallet without a phone', byWallet, { refusal: 'SESSION_PHONE_REQUIRED' }),
    onPath('charged already', (shop) => charged(shop, '0772222222'), {
      ...toPhone('0772222222'),
      refusal: 'CHARGE_IN_PROGRESS',
    }),
    onPath('a phone without a wallet', byWallet, { ...toPhone('0777777777'), refusal: 'WALLET_INIT_FAILED' }),
    onPath('a wallet that does not answer', byWallet, {
      ...toPhone('0779999999'),
      refusal: 'PROVIDER_UNAVAILABLE',
    }),
    {
      ...onCard,
      name: 'a card that was deleted',
      refusal: 'PAYMENT_METHOD_NOT_USABLE',
      make: async (shop) => ({ id: await session(shop), card: await deletedCard(shop) }),
    },
  ],
};

const aReader = { serial_number: 'P3-{{unique}}', device_model: 'sunmi_p3', location_name: 'Counter' };

async function reader(shop: Shop): Promise<string> {
  const body = { ...aReader, serial_number: `P3-${unique()}` };
  return String((await shop.api('registerTerminal', { body }))['terminal_id']);
}

async function oldReader(shop: Shop): Promise<string> {
  const id = await reader(shop);
  await shop.api('deactivateTerminal', { path: { id } });
  return id;
}

const reading = (scenario: string, about: Data = {}) => ({
  terminal_id: '{{terminal}}',
  amount: '25.50',
  currency: 'USD',
  entry_mode: 'chip',
  emv_payload: { ciphertext: Buffer.from(`SANDBOX:${scenario}`).toString('base64'), ksn: '{{serial}}' },
  ...about,
});

/** Serial numbers of keys are hexadecimal. */
const serial = () => `${unique()}${unique()}`.replaceAll('u', '0').slice(0, 20).toUpperCase();
const atReader = async (shop: Shop) => ({ terminal: await reader(shop), serial: serial() });

const terminals: Starts = {
  registerTerminal: [{ name: 'a reader', request: { body: aReader } }],
  listTerminals: [{ name: 'one', make: async (shop) => ({ terminal: await reader(shop) }) }],
  deactivateTerminal: [onPath('a reader', reader)],
  processTerminalPayment: [
    { name: 'approved', make: atReader, request: { body: reading('approved') } },
    {
      name: 'a reference that is used already',
      refusal: 'DUPLICATE_REQUEST',
      make: async (shop) => {
        const made = { ...(await atReader(shop)), reference: unique() };
        const body = reading('approved', {
          terminal_id: made.terminal,
          merchantTransactionId: made.reference,
        });
        body.emv_payload.ksn = serial();
        await shop.api('processTerminalPayment', { body });
        return made;
      },
      request: { body: reading('approved', { merchantTransactionId: '{{reference}}' }) },
    },
    {
      name: 'a reading that was sent before',
      refusal: 'DUPLICATE_READER_PAYLOAD',
      make: async (shop) => {
        const made = await atReader(shop);
        const body = reading('approved', { terminal_id: made.terminal });
        body.emv_payload.ksn = made.serial;
        await shop.api('processTerminalPayment', { body });
        return made;
      },
      request: { body: reading('approved') },
    },
    {
      name: 'a reader that is off',
      refusal: 'TERMINAL_INACTIVE',
      make: async (shop) => ({ terminal: await oldReader(shop), serial: serial() }),
      request: { body: reading('approved') },
    },
    {
      name: 'too much',
      refusal: 'AMOUNT_TOO_LARGE',
      make: atReader,
      request: { body: reading('approved', { amount: tooLarge }) },
    },
  ],
};

export async function customer(shop: Shop): Promise<string> {
  return String((await shop.api('createCustomer', { body: { name: 'Rudo Moyo' } }))['id']);
}

const returning = { return_url: 'https://shop.example/cards' };

/** The id of a card that a customer saves on the page. */
export async function savedCard(shop: Shop, of?: string): Promise<string> {
  const customer_id = of ?? (await customer(shop));
  const setup = await shop.api('setupPaymentMethod', { body: { customer_id, ...returning } });
  expectPage(await shop.sendForm(setup['setup_url'], 'save', goodCard), 'saved');
  return String(setup['payment_method_id']);
}

async function deletedCard(shop: Shop): Promise<string> {
  const id = await savedCard(shop);
  await shop.api('deletePaymentMethod', { path: { id } });
  return id;
}

const setup = { customer_id: '{{customer}}', ...returning };
const ofCustomer = async (shop: Shop) => ({ customer: await customer(shop) });

const methods: Starts = {
  setupPaymentMethod: [
    { name: 'a customer', make: ofCustomer, request: { body: setup } },
    {
      name: 'an address that is not encrypted',
      refusal: 'ADDRESS_NOT_ALLOWED',
      make: ofCustomer,
      request: { body: { ...setup, return_url: 'http://shop.example/cards' } },
    },
  ],
  listPaymentMethods: [firstPage((shop) => savedCard(shop)), { name: 'all' }],
  getPaymentMethod: [onPath('a card', (shop) => savedCard(shop))],
  deletePaymentMethod: [onPath('a card', (shop) => savedCard(shop))],
};

export const counterStarts: Starts = { ...links, ...sessions, ...terminals, ...methods };
