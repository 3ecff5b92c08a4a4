/** What a journey must print, as JSON, on its last line. */
export type Journey = {
  readonly created: { readonly checkout_id: string; readonly requires_polling: boolean };
  /** The checkout that was created. Nobody has tried to pay it, so there is no method. */
  readonly read: {
    readonly checkout_id: string;
    readonly status: string;
    readonly amount: string;
    readonly payment_method: null;
  };
  /** The ids of all transactions, a list for each page. */
  readonly pages: readonly (readonly string[])[];
  readonly payment: { readonly id: string; readonly checkout_id: string };
  /** A payout belongs to no checkout: null, not an empty text. */
  readonly payout: { readonly id: string; readonly checkout_id: null };
  /** How the status of a checkout that does not exist is refused. */
  readonly failure: { readonly status: number; readonly code: string };
};

/** So small that the journey needs two pages. */
export const pageSize = 2;

export type Service = { readonly baseUrl: string; readonly key: string };
export type Asked = {
  readonly path: string;
  /** POST with it, GET without. */
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
};
export type Answered = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
};

export async function ask({ baseUrl, key }: Service, { path, body, headers }: Asked): Promise<Answered> {
  const answer = await fetch(baseUrl + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${key}`,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, headers: answer.headers, body: JSON.parse(await answer.text()) };
}

/** The requests of the journey. */
export const requests = {
  create: (reference: string): Asked => ({
    path: '/v1/checkout/create',
    body: {
      amount: '25.50',
      currency: 'USD',
      merchantTransactionId: reference,
      returnUrl: 'https://shop.example/return',
      notificationUrl: 'https://shop.example/hook',
    },
  }),
  read: (id: string): Asked => ({ path: `/v1/checkout/${id}/status` }),
  list: (cursor?: string): Asked => ({
    path: `/v1/transactions?limit=${pageSize}${cursor === undefined ? '' : `&cursor=${cursor}`}`,
  }),
};

export const absent = `chk_${'0'.repeat(32)}`;

type Item = { readonly id: string; readonly type: string };
type Page = { readonly items: readonly Item[]; readonly next_cursor: string | null };

/**
 * The journey without a generated client.
 *
 * @param judge sees every answer
 */
export async function journeyByHand(
  service: Service,
  reference: string,
  judge: (asked: Asked, answered: Answered) => void = () => undefined,
): Promise<object> {
  const through = async (asked: Asked) => {
    const answered = await ask(service, asked);
    judge(asked, answered);
    return answered;
  };
  const created = Object(dataOf(await through(requests.create(reference))));
  const read = dataOf(await through(requests.read(String(created.checkout_id))));
  const pages: (readonly Item[])[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: Page = Object(dataOf(await through(requests.list(cursor))));
    pages.push(page.items);
    cursor = page.next_cursor;
  }
  const { status, body } = await through(requests.read(absent));
  return {
    created,
    read,
    pages: pages.map((items) => items.map(({ id }) => id)),
    payment: pages.flat().find(({ type }) => type === 'payment'),
    payout: pages.flat().find(({ type }) => type === 'payout'),
    failure: { status, code: body['code'] },
  };
}

export function dataOf({ status, body }: Answered): unknown {
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body['data'];
}
