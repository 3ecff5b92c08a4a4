import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Ajv } from 'ajv';
import { afterEach, describe, expect, it } from 'vitest';
import { createMobileMoney } from '../../../../../../src/domain/money/gateways/mobile-money/mobile-money.ts';
import { mobileMoneySettingsSchema } from '../../../../../../src/domain/money/gateways/mobile-money/wire/settings.ts';
import { faults } from '../../../../../support/rails/mobile-money-books.ts';
import { credentials } from '../../../../../support/rails/mobile-money-operator.ts';
import {
  aboutCharge,
  aCharge,
  aPaid,
  aRefund,
  aWalletPayout,
  connectedForFile,
  lines,
  railTo,
  settingsOf,
  usd,
} from './connected.ts';

const { operator, rail } = connectedForFile();
afterEach(() => {
  operator().down(undefined);
  operator().tokenLife(3600);
  operator().clock(0);
  operator().serviceStatus('available');
  operator().behave({ callbacks: 'none' });
});

async function check(more = {}) {
  const own = railTo(operator(), more);
  const steps = await own.check();
  await own.stop();
  return steps;
}
const failing = async (more = {}) => (await check(more)).find(({ ok }) => !ok)?.words;
const today = () => new Date().toISOString().slice(0, 10);
const wanted = () => ({ currency: 'USD', from: today(), to: today() });

describe('an access token', () => {
  it('is asked for once by many requests, and renewed once when it is refused', async () => {
    const own = railTo(operator());
    const before = operator().tokensGiven();
    const ask = () => Promise.all([1, 2, 3, 4].map(() => own.gateway.query(aboutCharge(aCharge()))));

    await ask();
    const first = operator().tokensGiven();
    operator().expireTokens();
    const charged = await own.gateway.charge(aCharge());

    expect(first).toBe(before + 1);
    expect(charged).toMatchObject({ kind: 'pending' });
    expect(operator().tokensGiven()).toBe(before + 2);
    await own.stop();
  });

  it.each([
    ['3600', 1],
    [3600, 1],
    [0.001, 2],
    [undefined, 1],
    ['soon', 1],
  ])('that lasts %j is renewed before its end', async (life, tokens) => {
    const own = railTo(operator());
    operator().tokenLife(life);
    const before = operator().tokensGiven();

    await own.check();
    await new Promise((done) => setTimeout(done, 5));
    await own.gateway.query(aboutCharge(aCharge()));

    // One that lasts a millisecond is asked for with each request.
    expect(Math.min(operator().tokensGiven() - before, 2)).toBe(tokens);
    await own.stop();
  });

  it('that nobody gives begins nothing, and is asked for only twice', async () => {
    const own = railTo(operator(), { apiKey: 'another-key' });
    const before = operator().tokensGiven();

    expect(await own.gateway.charge(aCharge())).toEqual({ kind: 'unavailable' });
    expect(operator().tokensGiven()).toBe(before + 2);
    await own.stop();
  });
});

describe('what the service keeps to itself', () => {
  it('logs no credential, no token, no phone number and no callback address', async () => {
    lines.length = 0;
    const own = railTo(operator(), { apiKey: 'another-key', description: 'Corner Shop' });

    await own.gateway.charge(aCharge());
    operator().behave({ refuse: faults.incorrectState });
    await rail().gateway.charge(aCharge());
    operator().down('malformed');
    await rail().gateway.charge(aCharge());

    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join('')).not.toMatch(
      /hush-hush|another-key|key-of-the-shop|Bearer|Basic|771234567|callbacks/,
    );
    await own.stop();
  });

  it('sends credentials to no other address, and unencrypted to none outside', async () => {
    const seen: string[] = [];
    const elsewhere = createServer((req, res) => {
      seen.push(req.url ?? '');
      res.end();
    });
    await new Promise<void>((done) => elsewhere.listen(0, '127.0.0.1', done));
    const location = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`;
    const moved = createServer((_, res) => res.writeHead(307, { location }).end());
    await new Promise<void>((done) => moved.listen(0, '127.0.0.1', done));
    const address = `http://127.0.0.1:${(moved.address() as AddressInfo).port}`;
    const own = railTo(operator(), { address });

    expect(await own.gateway.charge(aCharge())).toEqual({ kind: 'unavailable' });
    expect(seen).toEqual([]);
    for (const host of ['operator.example', '203.0.113.5', '[::ffff:8.8.8.8]', '[2002:808:808::1]']) {
      const open = { ...settingsOf(operator()), address: `http://${host}/v1.2/mm` };
      expect(() => createMobileMoney(open, undefined as never)).toThrow('must be https');
    }
    await own.stop();
    moved.close();
    elsewhere.close();
  });
});

describe('the check of an operator', () => {
  it('signs on, asks for the heartbeat and for the balance', async () => {
    await aPaid(rail(), operator());

    expect(await check()).toMatchObject([
      { step: 'sign-on', ok: true, words: 'the operator gave an access token' },
      { step: 'heartbeat', ok: true, words: 'available' },
      { step: 'balance USD', ok: true, words: expect.stringMatching(/^\d+\.\d\d USD on accountid 2000$/) },
    ]);
  });

  it('says in words what is wrong', async () => {
    const { clientId, clientSecret } = credentials;
    const auth = (more: object) => ({
      type: 'oauth',
      tokenAddress: operator().tokenAddress,
      clientId,
      clientSecret,
      ...more,
    });
    const { address } = operator();

    expect(await failing({ auth: auth({ clientSecret: 'wrong' }) })).toBe(
      'the operator refuses the client id or its secret (401)',
    );
    expect(await failing({ auth: auth({ tokenAddress: 'http://127.0.0.1:9/token' }) })).toBe(
      'tokenAddress: nothing listens at the address (ECONNREFUSED)',
    );
    expect(await failing({ apiKey: 'another' })).toBe(
      'the operator refuses the credentials (401 clientAuthorisationError)',
    );
    expect(await failing({ address: address.replace('/v1.2/mm', '/v9') })).toContain('identifierError');
    expect(await failing({ address: address.replace('http:', 'https:') })).toContain('does not speak TLS');
    expect(await failing({ accounts: { USD: { type: 'accountid', id: '31' } } })).toBe(
      'the operator knows no account accountid 31',
    );
    operator().serviceStatus('unavailable');
    expect(await failing()).toBe('the operator says that its service is unavailable');
    operator().serviceStatus('fine');
    expect(await failing()).toContain('not the Mobile Money API 1.2');
    operator().serviceStatus('available');
    operator().clock(300_000);
    expect(await failing()).toMatch(/^this machine’s clock is (299|300) seconds behind the operator’s$/);
    operator().down('redirect');
    expect(await failing()).toBe(
      'tokenAddress: the address answers with a redirect, which is not followed (302)',
    );
  });
});

describe('the statement of an operator', () => {
  it('has every movement once, with its direction and our id, over many pages', async () => {
    const { request, gatewayReference } = await aPaid(rail(), operator());
    const refund = aRefund(request, gatewayReference, { amount: usd(1000) });
    const payout = aWalletPayout();
    await Promise.all([rail().gateway.refund(refund), rail().payouts.pay(payout)]);
    await Promise.all(Array.from({ length: 120 }, () => rail().gateway.charge(aCharge())));
    await operator().settled();

    const { lines: all, ...about } = await rail().statement(wanted());

    expect(about).toMatchObject({ currency: 'USD', from: today(), to: today(), opening: null });
    expect(all).toHaveLength(operator().books.transactions.size);
    expect(new Set(all.map(({ line }) => line)).size).toBe(all.length);
    const of = (reference: string) => all.find((line) => line.reference === reference);
    expect(of(request.reference)).toMatchObject({ kind: 'payment', amount: usd(5000), gatewayReference });
    expect(of(refund.reference)).toMatchObject({ kind: 'refund', amount: usd(-1000), bookedOn: today() });
    expect(of(payout.reference)).toMatchObject({ kind: 'payout', amount: usd(-1950) });
  });

  it('has a payment that was reversed, and its reversal', async () => {
    const { request, gatewayReference } = await aPaid(rail(), operator());
    const refund = aRefund(request, gatewayReference);
    await rail().gateway.refund(refund);
    await operator().settled();

    const { lines: all } = await rail().statement(wanted());

    const of = (reference: string) => all.find((line) => line.reference === reference);
    expect(operator().books.transactions.get(gatewayReference)?.transactionStatus).toBe('reversed');
    expect(of(request.reference)).toMatchObject({ kind: 'payment', amount: usd(5000), gatewayReference });
    expect(of(refund.reference)).toMatchObject({ kind: 'refund', amount: usd(-5000) });
  });

  it('has a payment and its fee, which the operator states with the same reference', async () => {
    const { request, gatewayReference } = await aPaid(rail(), operator());
    const { transactions } = operator().books;
    const paid = transactions.get(gatewayReference);
    if (!paid) throw new Error('the operator has the payment');
    const parties = { debitParty: paid.creditParty, creditParty: [{ key: 'accountid', value: 'fees' }] };
    transactions.set(`${gatewayReference} fee`, { ...paid, ...parties, type: 'fee', amount: '0.50' });

    const { lines: all } = await rail().statement(wanted());

    const ofBoth = all.filter((line) => line.gatewayReference === gatewayReference);
    expect(ofBoth.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['fee', usd(-50)],
      ['payment', usd(5000)],
    ]);
    expect(ofBoth.map(({ line }) => line)).toEqual([gatewayReference, `${gatewayReference}#2`]);
    expect(ofBoth.map(({ reference }) => reference)).toEqual([request.reference, request.reference]);
  });

  it('is whole or there is none', async () => {
    await expect(rail().statement({ ...wanted(), currency: 'ZWG' })).rejects.toThrow('no account for ZWG');
    operator().down(faults.down);
    await expect(rail().statement(wanted())).rejects.toThrow('the operator gives no statement: status-503');
    operator().down('malformed');
    await expect(rail().statement(wanted())).rejects.toThrow('cannot be read');
  });
});

describe('the settings', () => {
  const isGood = new Ajv({ strict: true, strictRequired: false }).compile(mobileMoneySettingsSchema);

  it('allow what the type allows, and nothing else', () => {
    const good = settingsOf({
      address: 'https://operator.example/v1.2/mm',
      tokenAddress: 'https://operator.example/token',
    });

    expect(isGood(good)).toBe(true);
    expect(isGood({ ...good, auth: { type: 'basic', user: 'u', password: 'p' }, phones: 'digits' })).toBe(
      true,
    );
    for (const bad of [
      { adress: 'x' },
      { accounts: {} },
      { address: 'operator.example' },
      { auth: { type: 'none' } },
      { timeoutSeconds: 0 },
    ])
      expect(isGood({ ...good, ...bad })).toBe(false);
  });
});
