import { aPayment, type Shop } from '../../journeys/shop.ts';

export const days = (count: number) => count * 24 * 3600;

/** A file of each type that is taken, as small as it may be. */
export const files = {
  pdf: Buffer.from('%PDF-1.4\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
  png: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  jpeg: Buffer.from('ffd8ffe000104a46494600010100', 'hex'),
} as const;

/** A payment, and a dispute over it or over a part of it. */
export async function disputed(
  shop: Shop,
  { payment = '100.00', ...about }: { payment?: string } & Record<string, unknown> = {},
) {
  const transaction_id = await aPayment(shop, payment);
  const { data } = await shop.api('openTestDispute', { body: { transaction_id, ...about } });
  return data;
}

export const submit = ({ api }: Shop, id: string, evidence = 'WIN: the customer signed for it.') =>
  api('submitDisputeEvidence', { params: { id }, body: { evidence } });

export const upload = ({ api }: Shop, id: string, content: Buffer, name = 'delivery-note.pdf') =>
  api('uploadDisputeFile', { params: { id }, body: { name, content: content.toString('base64') } });

export const disputeOf = async ({ api }: Shop, id: string) =>
  (await api('getDispute', { params: { id } })).data;

export const paymentOf = async ({ api }: Shop, id: string) =>
  (await api('getTransaction', { params: { id } })).data;

/** `available` and `reserve`. */
export async function moneyOf({ api }: Shop): Promise<readonly string[]> {
  const { available, reserve } = (await api('getBalance')).data;
  return [available.USD, reserve.USD];
}
