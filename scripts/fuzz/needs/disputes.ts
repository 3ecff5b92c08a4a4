import { firstPage, payment, refunded } from './payments.ts';
import type { Data, Shop } from './shop.ts';
import { onPath, type Start, type Starts } from './start.ts';

async function opened(shop: Shop, about: Data = {}): Promise<string> {
  const body = { transaction_id: await payment(shop), ...about };
  return String((await shop.api('openTestDispute', { body }))['id']);
}

const dispute = (shop: Shop) => opened(shop);

async function accepted(shop: Shop): Promise<string> {
  const id = await dispute(shop);
  await shop.api('acceptDispute', { path: { id } });
  return id;
}

const note = { name: 'note.pdf', content: Buffer.from('%PDF-1.4').toString('base64') };

async function upload(shop: Shop, id: string): Promise<string> {
  return String((await shop.api('uploadDisputeFile', { path: { id }, body: note }))['id']);
}

async function crowded(shop: Shop): Promise<string> {
  const id = await dispute(shop);
  for (let added = 0; added < 10; added += 1) await upload(shop, id);
  return id;
}

async function disputedPayment(shop: Shop): Promise<string> {
  const transaction_id = await payment(shop);
  await shop.api('openTestDispute', { body: { transaction_id } });
  return transaction_id;
}

const closed = { refusal: 'DISPUTE_CLOSED' };
const words = (about: Data = {}) => ({ request: { body: { evidence: 'It was delivered.', ...about } } });
const file = (about: Data = {}) => ({ request: { body: { ...note, ...about } } });

const atFile: Start = {
  name: 'a note',
  make: async (shop) => {
    const id = await dispute(shop);
    return { id, file: await upload(shop, id) };
  },
  request: { path: { id: '{{id}}', file_id: '{{file}}' } },
};

const opening = (name: string, make: (shop: Shop) => Promise<string>, about: Data = {}): Start => ({
  name,
  make: async (shop) => ({ payment: await make(shop) }),
  request: { body: { transaction_id: '{{payment}}', ...about } },
});

export const disputeStarts: Starts = {
  listDisputes: [firstPage(dispute), { name: 'all' }],
  getDispute: [onPath('open', dispute), onPath('accepted', accepted)],
  submitDisputeEvidence: [
    onPath('submitted', dispute, words()),
    onPath('a draft', dispute, words({ submit: false })),
    onPath('accepted already', accepted, { ...words(), ...closed }),
  ],
  acceptDispute: [onPath('open', dispute), onPath('accepted already', accepted, closed)],
  uploadDisputeFile: [
    onPath('a note', dispute, file()),
    onPath('a picture that is none', dispute, {
      ...file({ content: Buffer.from('GIF89a').toString('base64') }),
      refusal: 'FILE_NOT_SUPPORTED',
    }),
    onPath('an eleventh', crowded, { ...file(), refusal: 'TOO_MANY_FILES' }),
    onPath('accepted already', accepted, { ...file(), ...closed }),
  ],
  getDisputeFile: [atFile],
  deleteDisputeFile: [
    atFile,
    {
      ...atFile,
      ...closed,
      name: 'accepted already',
      make: async (shop) => {
        const id = await dispute(shop);
        const uploaded = await upload(shop, id);
        await shop.api('acceptDispute', { path: { id } });
        return { id, file: uploaded };
      },
    },
  ],
  openTestDispute: [
    opening('whole', payment),
    opening('in part', payment, { amount: '1.00', reason: 'duplicate' }),
    opening('a warning', payment, { early_warning: true }),
    { ...opening('refunded already', refunded), refusal: 'TRANSACTION_NOT_REFUNDABLE' },
    { ...opening('disputed already', disputedPayment), refusal: 'TRANSACTION_DISPUTED' },
    { ...opening('more than was paid', payment, { amount: '25.51' }), refusal: 'REFUND_EXCEEDS_REMAINING' },
  ],
};

/** The refusal of a refund that only a dispute causes. */
export const refundOfDisputed: Start = onPath('disputed', disputedPayment, {
  refusal: 'TRANSACTION_DISPUTED',
});
