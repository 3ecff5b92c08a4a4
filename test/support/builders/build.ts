import { newId } from '../../../src/platform/ids.ts';
import type { Api } from '../service/api.ts';

/** A card checkout that the contract accepts. */
export function aCardCheckout(about: Record<string, unknown> = {}) {
  return {
    amount: '10.00',
    currency: 'USD',
    merchantTransactionId: `order-${newId()}`,
    returnUrl: 'https://shop.example/return',
    notificationUrl: 'https://shop.example/hook',
    ...about,
  };
}

/** A wallet checkout; the phone chooses the outcome. */
export function aWalletCheckout(phone: string, about: Record<string, unknown> = {}) {
  return aCardCheckout({ walletType: 'wallet_a', customerPhone: phone, ...about });
}

/** Opens a checkout, and fails the test when it does not open. */
export async function openedCheckout(api: Api, body: Record<string, unknown> = aCardCheckout()) {
  const opened = await api('createCheckout', { body });
  if (opened.status !== 201) throw new Error(JSON.stringify(opened.body));
  return opened.data;
}

/** Turns the clock to the end of the month that the platform bills, and a moment further. */
export async function turnToPlatformInvoice(api: Api): Promise<void> {
  const next = (await api('getPlatformSubscription')).data.next_invoice_at;
  const { now } = (await api('getTestClock')).data;
  if (next === null) throw new Error('the first month begins with the first payment');
  await turnClock(api, Math.ceil((Date.parse(next) - Date.parse(now)) / 1000) + 1);
}

/** Turns the merchant's sandbox clock and waits for all that falls due: on a busy machine that may be more than one call does. */
export async function turnClock(api: Api, seconds: number) {
  const turned = await api('advanceTestClock', { body: { advance_seconds: seconds } });
  if (turned.status !== 200) throw new Error(JSON.stringify(turned.body));
  if (turned.data.more) await turnClock(api, 1);
  return turned.data;
}

/** Within two hours of midnight (UTC), turns the merchant's clock past it: what the test does next happens on one day. */
export async function stayInTheDay(api: Api): Promise<void> {
  if (new Date().getUTCHours() >= 22) await turnClock(api, 2 * 3600);
}
