import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { expectSoundBooks, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { aCardCheckout } from '../../../../support/builders/build.ts';
import { atOnce, times } from '../../../../support/checks/at-once.ts';
import { readerGateway } from '../../../../support/faults/faults.ts';
import { startApp } from '../../../../support/service/app.ts';
import { aKsn, aReader, aReading, encrypted, registeredReader } from './counter.ts';

let app: Place;
let shop: Shop;
let reader: string;
beforeAll(async () => {
  app = { ...(await startApp()), notificationUrl: 'http://127.0.0.1:9/unheard' };
});
afterAll(async () => {
  await expectSoundBooks(app);
  await app.stop();
});
beforeEach(async () => {
  shop = await openShop(app);
  reader = await registeredReader(shop.api);
});

const workers = 50;

/** How many of fifty calls got which answer: the status, or the code of a refusal. */
async function fifty(
  bodyOf: (place: number) => Record<string, unknown>,
  key?: string,
): Promise<{ readonly heard: Record<string, number>; readonly ids: ReadonlySet<string> }> {
  const answers = await atOnce(
    workers,
    times(workers, (place) => () => {
      const headers = key === undefined ? {} : { 'idempotency-key': key };
      return shop.api('processTerminalPayment', { body: bodyOf(place), headers });
    }),
  );
  const said = answers.map(({ status, code }) => (code === '' ? String(status) : code));
  return {
    heard: Object.fromEntries(
      [...Map.groupBy(said, (what) => what)].map(([what, all]) => [what, all.length]),
    ),
    ids: new Set(answers.filter(({ code }) => code === '').map(({ data }) => data.transaction_id)),
  };
}

async function countOf(table: string): Promise<number> {
  const rows = await app.database.asOwner(`SELECT 1 FROM sandbox.${table} WHERE merchant_id = $1`, [
    shop.merchant.merchantId,
  ]);
  return rows.length;
}

describe('twenty registrations of one serial number at once', () => {
  it('are one reader', async () => {
    const answers = await atOnce(
      20,
      times(20, (place) => () => {
        const body = aReader({ serial_number: 'P3-1', location_name: `Shop ${place}` });
        return shop.api('registerTerminal', { body });
      }),
    );

    expect(new Set(answers.map(({ status, data }) => `${status} ${data.terminal_id}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect((await shop.api('listTerminals')).data.terminals).toHaveLength(2);
  });

  it('reactivate the reader once', async () => {
    await shop.api('deactivateTerminal', { params: { id: reader } });
    const body = aReader({ serial_number: 'P3-1' });
    const id = await registeredReader(shop.api, body);
    await shop.api('deactivateTerminal', { params: { id } });

    const answers = await atOnce(
      20,
      times(20, () => () => shop.api('registerTerminal', { body })),
    );

    expect(new Set(answers.map(({ status, data }) => `${status} ${data.terminal_id}`))).toEqual(
      new Set([`200 ${id}`]),
    );
    const notes = await app.database.asOwner(
      `SELECT 1 FROM sandbox.status_changes WHERE merchant_id = $1 AND to_status = 'active'`,
      [shop.merchant.merchantId],
    );
    expect(notes).toHaveLength(1);
  });
});

describe('fifty payments at once', () => {
  it('with one payload: exactly one is charged', async () => {
    const charge = vi.spyOn(readerGateway(app), 'charge');
    const emv_payload = { ciphertext: encrypted('approved'), ksn: aKsn() };

    const { heard } = await fifty(() => aReading(reader, 'approved', { emv_payload }));

    expect(heard).toEqual({ 200: 1, DUPLICATE_READER_PAYLOAD: 49 });
    expect(charge).toHaveBeenCalledTimes(1);
    expect([await countOf('transactions'), await shop.available()]).toEqual([1, '91.50']);
  });

  it('with one Idempotency-Key: one effect, and its answer', async () => {
    const charge = vi.spyOn(readerGateway(app), 'charge');
    const body = aReading(reader);

    const { heard, ids } = await fifty(() => body, 'till-1');
    const again = await shop.api('processTerminalPayment', {
      body,
      headers: { 'idempotency-key': 'till-1' },
    });

    const { 200: answered = 0, IDEMPOTENCY_IN_PROGRESS: waiting = 0, ...others } = heard;
    expect([answered + waiting, others, ids.size]).toEqual([workers, {}, 1]);
    expect([...ids]).toEqual([again.data.transaction_id]);
    expect(charge).toHaveBeenCalledTimes(1);
    expect([await countOf('transactions'), await shop.available()]).toEqual([1, '91.50']);
  });

  it('with one reference: one is charged, and the others use up no payload', async () => {
    const charge = vi.spyOn(readerGateway(app), 'charge');

    const { heard } = await fifty(() => aReading(reader, 'approved', { merchantTransactionId: 'till-1' }));

    expect(heard).toEqual({ 200: 1, DUPLICATE_REQUEST: 49 });
    expect(charge).toHaveBeenCalledTimes(1);
    expect([await countOf('transactions'), await countOf('reader_payloads')]).toEqual([1, 1]);
  });

  it('and fifty checkouts with one reference: exactly one is made', async () => {
    const asCheckout = times(workers, () => async () => {
      const body = aCardCheckout({
        merchantTransactionId: 'till-1',
        notificationUrl: app.notificationUrl,
      });
      return (await shop.api('createCheckout', { body })).code;
    });
    const asPayment = times(workers, () => async () => {
      const body = aReading(reader, 'approved', { merchantTransactionId: 'till-1' });
      return (await shop.api('processTerminalPayment', { body })).code;
    });

    const codes = await atOnce(
      workers,
      asCheckout.flatMap((one, place) => [one, asPayment[place] ?? one]),
    );

    expect(codes.filter((code) => code === '')).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(['', 'DUPLICATE_REQUEST']));
    expect((await countOf('transactions')) + (await countOf('checkouts'))).toBe(1);
  });

  it('with a payload each: all are charged', async () => {
    const { heard, ids } = await fifty(() => aReading(reader));

    expect([heard, ids.size]).toEqual([{ 200: 50 }, 50]);
    expect(await shop.available()).toBe('4575.00');
  });
});

describe('a payment that is sent again with its Idempotency-Key', () => {
  const headers = { 'idempotency-key': 'till-1' };

  it.each(['approved', 'declined', 'no_answer'])('gets the same answer: %s', async (scenario) => {
    const body = aReading(reader, scenario);

    const first = await shop.api('processTerminalPayment', { body, headers });
    const again = await shop.api('processTerminalPayment', { body, headers });

    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  it('is refused with another payload', async () => {
    const body = aReading(reader);
    await shop.api('processTerminalPayment', { body, headers });

    const refused = await shop.api('processTerminalPayment', { body: aReading(reader), headers });

    expect(refused).toMatchObject({ status: 409, code: 'IDEMPOTENCY_KEY_REUSED' });
  });
});

describe('a reader that is deactivated while it takes payments', () => {
  it('takes no payment after its deactivation', async () => {
    const answers = await atOnce(
      workers,
      times(workers, (place) => async () => {
        if (place === workers / 2) return await shop.api('deactivateTerminal', { params: { id: reader } });
        return await shop.api('processTerminalPayment', { body: aReading(reader) });
      }),
    );

    const said = new Set(answers.map(({ status, code }) => `${status} ${code}`));
    expect([...said].filter((what) => what !== '200 ' && what !== '409 TERMINAL_INACTIVE')).toEqual([]);
    expect((await shop.api('processTerminalPayment', { body: aReading(reader) })).code).toBe(
      'TERMINAL_INACTIVE',
    );
  });
});
