import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { amountOf } from '../../../../src/domain/money/amounts/amount.ts';
import type { DisputeAnswer } from '../../../../src/domain/money/gateways/dispute-port.ts';
import { sendAnswer } from '../../../../src/domain/payments/disputes/answer-dispute.ts';
import { receiveReport } from '../../../../src/domain/payments/disputes/receive-report.ts';
import { expireDispute } from '../../../../src/domain/payments/disputes/resolve-dispute.ts';
import type { Context } from '../../../../src/engine/context.ts';
import { merchantId } from '../../../../src/engine/principal.ts';
import { readId } from '../../../../src/platform/ids.ts';
import { aPayment, expectSoundBooks, openShop, type Shop } from '../../../journeys/shop.ts';
import { turnClock } from '../../../support/builders/build.ts';
import {
  days,
  disputed,
  disputeOf,
  files,
  moneyOf,
  submit,
  upload,
} from '../../../support/builders/disputes.ts';
import { actingAs, eventsAbout } from '../../../support/builders/inside.ts';
import { type App, startApp } from '../../../support/service/app.ts';

let app: App;
let shop: Shop;

beforeAll(async () => {
  app = await startApp({ role: 'api' });
});
afterAll(async () => {
  await expectSoundBooks(app);
  await app.stop();
});
beforeEach(async () => {
  shop = await openShop({ ...app, notificationUrl: 'http://127.0.0.1:9/unheard' });
});

type Report = Parameters<typeof receiveReport>[1]['report'];
const opened: Report = { kind: 'opened', reason: 'not_received' };
const warned: Report = { kind: 'warned', reason: 'fraudulent' };
const decided = (outcome: 'won' | 'lost'): Report => ({ kind: 'decided', outcome });

/** A callback of the gateway arrives. */
const reported = (transaction: string, report: Report, gatewayReference = 'bank-1') =>
  actingAs(app, shop.merchant, (act) =>
    receiveReport(act, { paymentId: readId('txn', transaction), gatewayReference, report }),
  );
const inDays = (count: number) => new Date(Date.now() + days(count) * 1000).toISOString();
const disputesOf = async (transaction_id: string) =>
  (await shop.api('listDisputes', { query: { transaction_id } })).data.items;

describe('what a gateway reports of a dispute', () => {
  it('opens one dispute, however often and however many at once it is reported', async () => {
    const payment = await aPayment(shop);

    await Promise.all(Array.from({ length: 6 }, () => reported(payment, opened)));
    await reported(payment, opened);

    const [dispute, ...others] = await disputesOf(payment);
    expect([dispute?.status, others]).toEqual(['needs_response', []]);
    expect(await moneyOf(shop)).toEqual(['-8.50', '5.00']);
    expect(await eventsAbout(app, { id: dispute?.id ?? '' })).toHaveLength(1);
  });

  it('names the amount and the last moment for an answer', async () => {
    const payment = await aPayment(shop);
    const respondBy = '2099-01-31T08:00:00.000Z';

    await reported(payment, { ...opened, amount: '250000', respondBy });

    expect(await disputesOf(payment)).toMatchObject([{ amount: '25.00', evidence_due_at: respondBy }]);
  });

  it('may give more time for an answer, but never less', async () => {
    const payment = await aPayment(shop);
    const [soon, later] = [inDays(2), inDays(9)];
    await reported(payment, { ...opened, respondBy: soon });

    await reported(payment, { ...opened, respondBy: later });
    await reported(payment, { ...opened, respondBy: soon });
    await reported(payment, opened);
    const [dispute] = await disputesOf(payment);
    await turnClock(shop.api, days(8));
    const [kept] = await disputesOf(payment);
    await turnClock(shop.api, days(2));

    expect([dispute?.evidence_due_at, kept?.status]).toEqual([later, 'needs_response']);
    expect(await disputesOf(payment)).toMatchObject([{ status: 'lost', resolution: 'deadline_missed' }]);
    const events = await eventsAbout(app, { id: dispute?.id ?? '' });
    expect(events.map(({ type, data }) => [type, data['evidence_due_at']])).toEqual([
      ['customer.dispute.created', soon],
      ['customer.dispute.updated', later],
      ['customer.dispute.resolved', later],
    ]);
  });

  it('is not lost by the end of a warning that it overtook, nor by a time that was extended meanwhile', async () => {
    const payment = await aPayment(shop);
    await reported(payment, warned);
    await reported(payment, opened);
    const [dispute] = await disputesOf(payment);

    // The job was claimed before, and waited for the lock of the payment.
    const expire = () =>
      actingAs(app, shop.merchant, (act) =>
        expireDispute(act, { disputeId: readId('dsp', dispute?.id ?? '') }),
      );

    await expire();
    const opening = await disputesOf(payment);
    await reported(payment, { ...opened, respondBy: inDays(9) });
    await turnClock(shop.api, days(8));
    await expire();

    const waiting = [{ status: 'needs_response' }];
    expect([opening, await disputesOf(payment)]).toMatchObject([waiting, waiting]);
  });

  it('is limited to what is left of the payment', async () => {
    const payment = await aPayment(shop);
    await shop.api('refundTransaction', { params: { id: payment }, body: { amount: '90.00' } });

    await reported(payment, { ...opened, amount: String(amountOf(1_000_000n)) });

    expect(await disputesOf(payment)).toMatchObject([{ amount: '10.00' }]);
  });

  it('changes nothing when the payment was refunded, or has another dispute, and is logged', async () => {
    const [refunded, taken] = [await aPayment(shop), await aPayment(shop)];
    await shop.api('refundTransaction', { params: { id: refunded } });
    await reported(taken, opened);
    const before = await moneyOf(shop);

    await reported(refunded, opened);
    await reported(taken, opened, 'bank-2');
    await reported(taken, decided('won'), 'bank-3');

    expect([await disputesOf(refunded), (await disputesOf(taken)).length]).toEqual([[], 1]);
    expect(await moneyOf(shop)).toEqual(before);
    const logged = app.lines.filter((line) => line.includes('a report of a dispute changed nothing'));
    expect(logged).toHaveLength(3);
  });

  it('decides once: a later decision of another kind does not count, and is logged', async () => {
    const payment = await aPayment(shop);
    await reported(payment, opened);

    await Promise.all([reported(payment, decided('won')), reported(payment, decided('won'))]);
    const before = app.lines.length;
    await reported(payment, decided('lost'));
    await reported(payment, decided('won'));

    const logged = app.lines.slice(before).filter((line) => line.includes('a report of a dispute'));
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'warn', dispute: 'bank-1', outcome: 'lost', why: 'the dispute is won' },
    ]);

    expect(await disputesOf(payment)).toMatchObject([{ status: 'won', resolution: 'decided' }]);
    expect(await moneyOf(shop)).toEqual(['91.50', '5.00']);
  });

  it('may follow a dispute that was won with another one', async () => {
    const payment = await aPayment(shop);
    await reported(payment, opened);
    await reported(payment, decided('won'));

    await reported(payment, opened, 'bank-2');
    await reported(payment, decided('lost'), 'bank-2');

    expect((await disputesOf(payment)).map(({ status }) => status)).toEqual(['lost', 'won']);
  });

  it('decides what was warned of under the reference of the dispute that followed', async () => {
    const payment = await aPayment(shop);
    await reported(payment, warned, 'warning');
    await reported(payment, opened, 'chargeback');

    await reported(payment, decided('won'), 'chargeback');

    expect(await disputesOf(payment)).toMatchObject([{ status: 'won', resolution: 'decided' }]);
    expect(await moneyOf(shop)).toEqual(['91.50', '5.00']);
  });

  it('opens a dispute of the rest although the warning was answered with a refund', async () => {
    const payment = await aPayment(shop);
    await reported(payment, { ...warned, amount: '400000' });
    await shop.api('refundTransaction', { params: { id: payment }, body: { amount: '40.00' } });
    await turnClock(shop.api, 5);
    const [closed] = await disputesOf(payment);

    await reported(payment, { ...opened, amount: '600000' });

    expect(closed).toMatchObject({ status: 'warning_closed', resolution: 'refunded' });
    expect(await disputesOf(payment)).toMatchObject([
      { id: closed?.id, status: 'needs_response', amount: '60.00', resolution: null },
    ]);
    expect((await moneyOf(shop))[0]).toBe('-8.50');
  });

  it('opens what was warned of, under its own id, even after the warning had lapsed', async () => {
    const [soon, late] = [await aPayment(shop), await aPayment(shop)];
    for (const payment of [soon, late]) await reported(payment, warned, 'warning');
    const warnings = [...(await disputesOf(soon)), ...(await disputesOf(late))].map(({ id }) => id);
    await actingAs(app, shop.merchant, (act) =>
      expireDispute(act, { disputeId: readId('dsp', warnings[1] ?? '') }),
    );
    const lapsed = await disputeOf(shop, warnings[1] ?? '');

    await reported(soon, opened, 'chargeback');
    await reported(late, opened, 'warning');

    expect(lapsed).toMatchObject({ status: 'warning_closed', resolution: 'lapsed' });
    const after = [...(await disputesOf(soon)), ...(await disputesOf(late))];
    expect(after.map(({ id }) => id)).toEqual(warnings);
    expect(after).toMatchObject([
      { status: 'needs_response', reason: 'not_received', resolution: null },
      { status: 'needs_response', reason: 'not_received', resolution: null, resolved_at: null },
    ]);
  });
});

describe('a dispute that follows a lapsed warning', () => {
  it('opens although another warning waits, which then lapses', async () => {
    const payment = await aPayment(shop);
    await reported(payment, warned, 'first');
    const [first] = await disputesOf(payment);
    await actingAs(app, shop.merchant, (act) =>
      expireDispute(act, { disputeId: readId('dsp', first?.id ?? '') }),
    );
    await reported(payment, warned, 'second');

    await reported(payment, opened, 'first');
    await reported(payment, decided('lost'), 'first');

    expect(await disputesOf(payment)).toMatchObject([
      { status: 'warning_closed', resolution: 'lapsed' },
      { id: first?.id, status: 'lost', resolution: 'decided' },
    ]);
    expect(await moneyOf(shop)).toEqual(['-8.50', '5.00']);
  });
});

/** A gateway that is away for the first questions. */
function gatewayAwayFor(times: number) {
  const asked: DisputeAnswer[] = [];
  const answerDispute = async (answer: DisputeAnswer) => {
    asked.push(answer);
    if (asked.length <= times) throw new Error('away');
    return { kind: 'taken' } as const;
  };
  const { gateways, ...rest } = app.service.contexts.sandbox;
  const byName = (name: string) => {
    const gateway = gateways.byName(name);
    return gateway && { ...gateway, answerDispute };
  };
  return { asked, ctx: { ...rest, gateways: { ...gateways, byName } } satisfies Context };
}

async function send(ctx: Context, id: string, attempt: number) {
  const merchant = { id: merchantId(shop.merchant.merchantId), clockOffsetMs: 0 };
  const payload = { disputeId: readId('dsp', id), attempt };
  const outcome = await sendAnswer.ask(ctx, merchant, payload);
  await actingAs(app, shop.merchant, (act) => sendAnswer.finish(act, payload, outcome));
  return outcome;
}

const jobs = () =>
  app.database.asOwner(
    `SELECT payload->>'attempt' AS attempt FROM sandbox.jobs WHERE merchant_id = $1 AND kind = 'disputes.answer'`,
    [shop.merchant.merchantId],
  );

describe('the answer of a merchant', () => {
  it('is sent with all its files, in order, until the gateway has it', async () => {
    const { id } = await disputed(shop);
    for (const [name, content] of [
      ['a.pdf', files.pdf],
      ['b.png', files.png],
    ] as const)
      await upload(shop, id, content, name);
    await submit(shop, id, 'It was delivered.');
    const { ctx, asked } = gatewayAwayFor(1);

    const first = await send(ctx, id, 1);
    const between = await jobs();
    const second = await send(ctx, id, 2);

    expect([first.kind, second.kind]).toEqual(['unknown', 'taken']);
    expect(between).toEqual([{ attempt: '2' }]);
    const [one, two] = asked;
    expect(two).toEqual(one);
    expect(two).toMatchObject({
      reference: readId('dsp', id),
      answer: 'contest',
      evidence: 'It was delivered.',
      files: [
        { name: 'a.pdf', mediaType: 'application/pdf', content: files.pdf },
        { name: 'b.png', mediaType: 'image/png', content: files.png },
      ],
    });
  });

  it('is an acceptance without evidence, whatever was drafted', async () => {
    const { id } = await disputed(shop);
    await shop.api('submitDisputeEvidence', { params: { id }, body: { evidence: 'Draft', submit: false } });
    await shop.api('acceptDispute', { params: { id } });
    const { ctx, asked } = gatewayAwayFor(0);

    await send(ctx, id, 1);

    expect(asked).toMatchObject([{ answer: 'accept', evidence: null, files: [] }]);
  });

  it('is left to an operator, which the log says once, if its gateway takes none', async () => {
    const { id } = await disputed(shop);
    await submit(shop, id, 'It was delivered.');
    const { gateways, ...rest } = app.service.contexts.sandbox;
    const byName = (name: string) => {
      const gateway = gateways.byName(name);
      if (!gateway) return undefined;
      const { answerDispute: _, ...silent } = gateway;
      return silent;
    };
    const before = app.lines.length;

    const outcome = await send({ ...rest, gateways: { ...gateways, byName } }, id, 1);

    expect(outcome).toMatchObject({ kind: 'for_operator' });
    const said = app.lines.slice(before).filter((line) => line.includes('has to pass on the answer'));
    expect(said).toHaveLength(1);
    expect(said[0]).toContain(readId('dsp', id));
  });

  it('is not sent any more once the bank has decided', async () => {
    const { id, transaction_id } = await disputed(shop);
    await submit(shop, id);
    const [row] = await app.database.asOwner(
      'SELECT gateway_reference FROM sandbox.disputes WHERE merchant_id = $1',
      [shop.merchant.merchantId],
    );
    await reported(transaction_id, decided('won'), String(row?.['gateway_reference']));
    const { ctx, asked } = gatewayAwayFor(0);

    await send(ctx, id, 1);

    expect([asked, await jobs()]).toEqual([[], []]);
  });
});
