import { expect } from 'vitest';
import { type MerchantId, merchantId } from '../../../../src/engine/principal.ts';
import { uuidIn } from '../../../../src/platform/ids.ts';
import { aCardCheckout, aWalletCheckout, openedCheckout } from '../../../support/builders/build.ts';
import { type Api, apiOf } from '../../../support/service/api.ts';
import { type App, startApp } from '../../../support/service/app.ts';

/** A merchant whose customers pay on hosted pages. */
export type Shop = {
  readonly app: App;
  readonly api: Api;
  readonly baseUrl: string;
  /** Opens a checkout on which the customer chooses how to pay. */
  readonly card: (about?: Record<string, unknown>) => Promise<Session>;
  /** Opens a checkout that prompts this phone at once. */
  readonly push: (phone: string, about?: Record<string, unknown>) => Promise<Session>;
  /** Another merchant of the same service. */
  readonly another: () => Promise<{ readonly merchant: MerchantId; readonly card: () => Promise<Session> }>;
  readonly statusOf: (session: Session) => Promise<Record<string, unknown>>;
  readonly attemptsOf: (session: Session) => Promise<number>;
  /** How many checkouts were opened from a link or an invoice. */
  readonly checkoutsOf: (sourceId: string) => Promise<number>;
};

export type Session = { readonly id: string; readonly address: string };

const openedBy =
  (by: Api) =>
  async (body: Record<string, unknown>): Promise<Session> => {
    const { checkout_id: id, payment_url: address } = await openedCheckout(by, body);
    return { id, address };
  };

export async function openShop(): Promise<Shop> {
  const app = await startApp();
  const merchant = await app.aMerchant({ businessName: 'Corner Shop' });
  const api = apiOf(app.baseUrl, merchant.secretKey);
  // The query is there to see that it comes back unchanged.
  const places = {
    returnUrl: `${app.baseUrl}/docs/return?own=a%20b`,
    notificationUrl: `${app.baseUrl}/docs/hook`,
  };
  const opened = openedBy(api);
  return {
    app,
    api,
    baseUrl: app.baseUrl,
    card: (about) => opened(aCardCheckout({ ...places, ...about })),
    push: (phone, about) => opened(aWalletCheckout(phone, { ...places, ...about })),
    another: async () => {
      const { merchantId: id, secretKey } = await app.aMerchant({ businessName: 'Other Shop' });
      const openedByThem = openedBy(apiOf(app.baseUrl, secretKey));
      return { merchant: merchantId(id), card: () => openedByThem(aCardCheckout(places)) };
    },
    statusOf: async ({ id }) => ({ ...(await api('getCheckoutStatus', { params: { id } })).data }),
    attemptsOf: async ({ id }) => {
      const rows = await app.database.asOwner(
        "SELECT id FROM sandbox.transactions WHERE type = 'payment' AND replace(checkout_id::text, '-', '') = $1",
        [id.replace('chk_', '')],
      );
      return rows.length;
    },
    checkoutsOf: async (sourceId) => {
      const rows = await app.database.asOwner('SELECT id FROM sandbox.checkouts WHERE source_id = $1', [
        uuidIn(sourceId),
      ]);
      return rows.length;
    },
  };
}

/** The answer of a page to a plain request, without following redirects. */
export async function open(address: string): Promise<{ status: number; headers: Headers; text: string }> {
  const answer = await fetch(address, { redirect: 'manual' });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

export const goodCard = {
  method: 'card',
  number: '4242 4242 4242 4242',
  expiry: '12 / 40',
  holder: 'T. Moyo',
  cvv: '737',
} as const;

/** The token in the first form of a page. */
export function tokenIn(page: string): string {
  return /name="token" value="([^"]*)"/.exec(page)?.[1] ?? '';
}

/** Posts a form of a session's page. */
export async function post(
  session: Session,
  action: 'pay' | 'authorise' | 'fail' | 'cancel' | 'expire',
  fields: Readonly<Record<string, string>>,
): Promise<{ status: number; location: string | null; text: string }> {
  const answer = await fetch(`${session.address}/${action}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });
  return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() };
}

/** Pays with the token that the page shows now. */
export async function pay(session: Session, fields: Readonly<Record<string, string>>) {
  const token = tokenIn((await open(session.address)).text);
  return await post(session, 'pay', { ...fields, token });
}

/** The answers to an address of the sandbox, and to the same address in live mode. */
export function inBothModes(address: string): Promise<[Response, Response]> {
  return Promise.all([fetch(address), fetch(address.replace('/test/p/', '/p/'))]);
}

/** The headers of a page that loads nothing foreign, is not cached and sets no cookie. */
export function expectPrivate(headers: Headers): void {
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';script-src 'self';/);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('set-cookie')).toBeNull();
  // The guide to security says what a script of the shop sees of a window with the page.
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
}
