import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CreatedMerchant } from '../../src/domain/merchants/accounts/create-merchant.ts';
import { passesLuhn } from '../../src/platform/card-numbers.ts';
import { randomBase62 } from '../../src/platform/ids.ts';
import { openedCheckout } from '../support/builders/build.ts';
import { createdLink, goodCard, openedSession, startPayment } from '../support/builders/counter.ts';
import { createdCustomer, openedSetup } from '../support/builders/vault.ts';
import { dump, serverLog, type WriteAhead, watchWriteAhead } from '../support/checks/dump.ts';
import { aReceiver, type Receiver } from '../support/receivers/receiver.ts';
import { type Api, apiOf } from '../support/service/api.ts';
import { type App, startApp } from '../support/service/app.ts';
import { openPage, type Page, submit } from '../support/service/page.ts';

/** A card number goes to the gateway and nowhere else, whichever page and field it is typed into. */
let app: App;
let receiver: Receiver;
let merchant: CreatedMerchant;
let api: Api;
let writeAhead: WriteAhead;
beforeAll(async () => {
  app = await startApp();
  receiver = await aReceiver();
  writeAhead = await watchWriteAhead(app);
  merchant = await app.aMerchant({ webhookUrl: `${receiver.url}/app`, eventTypes: ['*'] });
  api = apiOf(app.baseUrl, merchant.secretKey);
});
afterAll(async () => {
  await writeAhead.close();
  await app.stop();
  await receiver.close();
});

/** A random number, because the server's write-ahead log also contains what other tests write. */
function aPan(): string {
  const fifteen = `4${Array.from({ length: 14 }, () => randomInt(10)).join('')}`;
  return Array.from({ length: 10 }, (_, last) => fifteen + last).find(passesLuhn) ?? '';
}

const spaced = (pan: string, by: string) => pan.match(/\d{4}/g)?.join(by) ?? '';
const pans = {
  checkout: aPan(),
  link: aPan(),
  session: aPan(),
  setup: aPan(),
  misplaced: aPan(),
  thrown: aPan(),
};
const needles = Object.values(pans).flatMap((pan) => [
  pan,
  spaced(pan, ' '),
  spaced(pan, '-'),
  spaced(pan, '+'),
  Buffer.from(pan).toString('base64'),
  Buffer.from(pan).toString('hex'),
]);
const found = (hay: string | Buffer) => needles.filter((needle) => hay.includes(needle));

/** A stored text that the search must find, to prove that it works. */
const control = `control ${randomBase62(24)}`;
const shown: string[] = [];

async function open(where: 'checkout' | 'link' | 'session'): Promise<Page> {
  if (where === 'link') return await startPayment(await createdLink(api, { title: control }));
  if (where === 'session') return await openPage((await openedSession(api)).payment_url);
  return await openPage((await openedCheckout(api)).payment_url);
}

async function pay(page: Page, fields: Readonly<Record<string, string>>): Promise<Page> {
  const answer = await submit(page, 'pay', { ...goodCard, ...fields });
  shown.push(answer.text, answer.address);
  return answer;
}

describe('a card number is typed', () => {
  it.each(['checkout', 'link', 'session'] as const)(
    'into the page of a %s, refused and then right',
    async (where) => {
      const page = await open(where);

      const refused = await pay(page, { number: spaced(pans[where], ' ') });
      const mistyped = await pay(refused, { number: `${pans[where].slice(0, -1)}x` });
      const paid = await pay(mistyped.name === 'choose' ? refused : page, {});

      expect([refused.name, paid.name]).toEqual(['choose', 'receipt']);
    },
  );

  it.each(['checkout', 'link', 'session'] as const)('into every wrong field of a %s', async (where) => {
    const page = await open(where);
    for (const field of ['holder', 'expiry', 'cvv', 'phone', 'method', 'token', 'unknown'])
      for (const form of [pans.misplaced, spaced(pans.misplaced, ' '), spaced(pans.misplaced, '-')])
        await pay(page, { [field]: form });

    expect((await openPage(page.address)).status).toBe(200);
  });

  it('as the name, the email and the phone of a link’s payer', async () => {
    const link = await createdLink(api);
    for (const field of ['name', 'email', 'phone', 'checkout', 'token']) {
      const answer = await startPayment(link, { [field]: spaced(pans.misplaced, ' ') });
      shown.push(answer.text);
    }

    expect((await openPage(link.url)).name).toBe('link');
  });

  it('into the page that saves a card, refused, mistyped and then right', async () => {
    const { setup_url: address } = await openedSetup(api);
    const give = async (fields: Readonly<Record<string, string>>) => {
      const answer = await submit(await openPage(address), 'save', { ...goodCard, ...fields });
      shown.push(answer.text, answer.address);
      return answer;
    };

    const refused = await give({ number: spaced(pans.setup, ' ') });
    const mistyped = await give({ number: `${pans.setup.slice(0, -1)}x` });
    for (const field of ['holder', 'expiry', 'cvv', 'phone', 'method', 'token', 'unknown'])
      for (const form of [pans.misplaced, spaced(pans.misplaced, ' '), spaced(pans.misplaced, '-')])
        await give({ [field]: form, number: 'x' });
    const saved = await give({});

    expect([refused.name, mistyped.name, saved.name]).toEqual(['form', 'form', 'saved']);
  });

  it('as the name and the reference of a customer', async () => {
    const named = await api('createCustomer', { body: { name: `card ${pans.misplaced}` } });
    const { id } = await createdCustomer(api, { name: control });
    const renamed = await api('updateCustomer', {
      params: { id },
      body: { name: spaced(pans.misplaced, ' ') },
    });
    shown.push(JSON.stringify(named.body), JSON.stringify(renamed.body));

    expect([named.code, renamed.code]).toEqual(['CARD_NUMBER_IN_TEXT', 'CARD_NUMBER_IN_TEXT']);
  });

  it('into text fields of the API', async () => {
    const text = `card ${pans.misplaced}`;
    const answers = [
      await api('createPaymentLink', { body: { amount: '1.00', currency: 'USD', title: text } }),
      await api('createPaymentLink', {
        body: { amount: '1.00', currency: 'USD', title: 'x', description: text },
      }),
      await api('createVirtualTerminalSession', {
        body: { amount: '1.00', currency: 'USD', description: text },
      }),
      await api('registerTerminal', {
        body: { serial_number: 'S1', device_model: 'other', location_name: text },
      }),
    ];
    shown.push(...answers.map(({ body }) => JSON.stringify(body)));

    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['CARD_NUMBER_IN_TEXT']));
  });

  it('and quoted by a gateway that fails', async () => {
    const { gateways } = app.service.contexts.sandbox;
    const card = gateways.byName('sandbox_card');
    if (!card) throw new Error('the sandbox has cards');
    vi.spyOn(card, 'charge').mockRejectedValueOnce(new Error(`no route for ${pans.thrown}`));
    const lines = app.lines.length;

    const page = await pay(await open('link'), { number: pans.thrown });

    expect(page.name).toBe('bank');
    expect(app.lines.slice(lines).some((line) => line.includes('the gateway did not answer'))).toBe(true);
  });

  it('and quoted by a gateway that fails to keep it', async () => {
    const card = app.service.contexts.sandbox.gateways.byName('sandbox_card');
    if (!card?.tokenize) throw new Error('the sandbox keeps cards');
    vi.spyOn(card, 'tokenize').mockRejectedValueOnce(new Error(`no vault for ${pans.thrown}`));
    const lines = app.lines.length;
    const { setup_url: address } = await openedSetup(api);

    const page = await submit(await openPage(address), 'save', { ...goodCard, number: pans.thrown });

    shown.push(page.text);
    expect(page.name).toBe('form');
    expect(app.lines.slice(lines).some((line) => line.includes('the gateway did not answer'))).toBe(true);
  });
});

describe('a card number afterwards', () => {
  it('is on no page and in no answer', () => {
    expect(shown.length).toBeGreaterThan(120);
    expect(shown.flatMap(found)).toEqual([]);
  });

  it('is in no log line', async () => {
    expect(found(app.lines.join('\n'))).toEqual([]);
    expect(found(await serverLog(app))).toEqual([]);
  });

  it('is in no row of any table', async () => {
    const stored = await dump(app);

    expect(stored).toContain(control);
    expect(found(stored)).toEqual([]);
    expect(stored).not.toContain('4242424242424242');
  });

  it('is in no file of the write-ahead log', async () => {
    const wal = await writeAhead.written();

    expect(wal.includes(control)).toBe(true);
    expect(found(wal)).toEqual([]);
  });

  it('is in no delivered event', async () => {
    const { received } = receiver;
    await expect
      .poll(() => received.some(({ body }) => body.includes('vault.payment-token.created')), {
        timeout: 60_000,
      })
      .toBe(true);

    expect(received.some(({ body }) => body.includes('payment_link'))).toBe(true);
    expect(received.flatMap(({ body, headers }) => found(body + JSON.stringify(headers)))).toEqual([]);
  });
});
