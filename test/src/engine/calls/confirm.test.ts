import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../../../src/app/operations.ts';
import type { CreatedMerchant } from '../../../../src/domain/merchants/accounts/create-merchant.ts';
import { confirmSecondFactor } from '../../../../src/domain/merchants/second-factor/second-factor.ts';
import { answerer } from '../../../../src/engine/calls/answer.ts';
import type { Handler } from '../../../../src/engine/calls/handler.ts';
import { newest, operationIn } from '../../../../src/platform/contract/contract.ts';
import { Overload } from '../../../../src/platform/http/limits/overload.ts';
import { newId } from '../../../../src/platform/ids.ts';
import { createLog } from '../../../../src/platform/log.ts';
import { totpNow, wrongTotp } from '../../../support/builders/totp.ts';
import { type App, startApp } from '../../../support/service/app.ts';

let app: App;
let merchant: CreatedMerchant;
beforeAll(async () => {
  app = await startApp({ role: 'api' });
  merchant = await app.aMerchant({ totp: true });
});
afterAll(() => app.stop());

type RequestPayout = Handler<'requestPayout'>;
type Call = Parameters<RequestPayout>[0];

/** Calls a handler of this test in place of requestPayout, as if the request had been admitted. */
function answering(handler: RequestPayout, code = totpNow(merchant.totpSecret)) {
  const { contexts } = app.service;
  const log = createLog({ level: 'silent' });
  const answer = answerer({
    handlers: { ...operations, requestPayout: handler },
    contexts,
    confirmSecondFactor,
    overloads: { sandbox: new Overload({ mode: 'sandbox', log }), live: new Overload({ mode: 'live', log }) },
    log,
  });
  const headers = { 'x-totp-code': code };
  return answer(
    'requestPayout',
    { params: {}, query: {}, headers, body: undefined },
    {
      principal: principalOf(merchant),
      operation: operationIn(newest, 'requestPayout'),
      version: '2026-01-01',
      requestId: newId(),
      path: '/v1/payouts/request',
      raw: undefined,
    },
  );
}

function principalOf({ merchantId, appId }: CreatedMerchant) {
  return {
    merchantId,
    appId,
    keyId: newId(),
    mode: 'sandbox',
    kind: 'secret',
    permissions: [],
    features: ['payouts'],
    apiVersion: '2026-01-01',
    rateLimit: 60,
    kycTier: 1,
    suspended: false,
    shownKey: '',
  } as const;
}

const payout: Parameters<Call['reply']>[1] = JSON.parse(`{
  "payout_id": "po_0199c2ab07367b8fac34e5f60718293d", "method": "agent_cash", "amount": "50.00", "fee": "0.75",
  "net_amount": "49.25", "currency": "USD", "status": "processing", "expected_settlement": "5 minutes (sandbox)"}`);

/** An effect that the test can count. */
async function effect({ tx, merchant: { id } }: Call): Promise<void> {
  await tx
    .insertInto('kyc_submissions')
    .values({ merchant_id: id, id: newId(), tier: 1, status: 'submitted', created_at: new Date() })
    .execute();
}

async function effects(): Promise<number> {
  return (await app.database.asOwner('SELECT id FROM sandbox.kyc_submissions')).length;
}

describe('an operation with a second factor', () => {
  it.each<[string, (call: Call) => ReturnType<RequestPayout>]>([
    ['answers', async (call) => call.reply(201, payout)],
    ['refuses and keeps what it wrote', async (call) => call.refuse('PROVIDER_UNAVAILABLE')],
  ])('fails and stores nothing when its handler %s without checking the code', async (_what, ending) => {
    const before = await effects();
    const careless: RequestPayout = async (call) => {
      await effect(call);
      return await ending(call);
    };

    await expect(answering(careless)).rejects.toThrow('second factor');

    expect(await effects()).toBe(before);
  });

  it('keeps its spent code when a conflict makes its transaction run again', async () => {
    const before = await effects();
    let runs = 0;
    const unlucky: RequestPayout = async (call) => {
      runs += 1;
      await call.confirm();
      await effect(call);
      const meets = sql`DO $$ BEGIN RAISE EXCEPTION 'met' USING ERRCODE = '40P01'; END $$`;
      if (runs === 1) await meets.execute(call.tx);
      return call.reply(201, payout);
    };

    const made = await answering(unlucky);

    expect([made.status, runs, (await effects()) - before]).toEqual([201, 2, 1]);
  });

  it('counts a wrong code once when a turned clock makes its transaction run again', async () => {
    let runs = 0;
    const late: RequestPayout = async (call) => {
      runs += 1;
      await call.confirm();
      return call.reply(201, payout);
    };
    const wrong = wrongTotp(merchant.totpSecret);
    await turnElsewhere(60_000);
    await expect(answering(late, wrong)).rejects.toMatchObject({ code: 'TOTP_INVALID' });
    await turnElsewhere(120_000);
    const [runsBefore, before] = [runs, await failures()];

    await expect(answering(late, wrong)).rejects.toMatchObject({ code: 'TOTP_INVALID' });

    expect([runs - runsBefore, (await failures()) - before]).toEqual([2, 1]);
  });
});

/** Turns the clock as another process would: this process notices it in its next transaction. */
async function turnElsewhere(offsetMs: number): Promise<void> {
  await app.database.asOwner(
    `INSERT INTO sandbox.merchant_states (merchant_id, clock_offset_ms) VALUES ($1, $2)
      ON CONFLICT (merchant_id) DO UPDATE SET clock_offset_ms = excluded.clock_offset_ms`,
    [merchant.merchantId, offsetMs],
  );
}

async function failures(): Promise<number> {
  const [row] = await app.database.asOwner(
    'SELECT failures FROM platform.two_factor WHERE merchant_id = $1',
    [merchant.merchantId],
  );
  return Number(row?.['failures']);
}
