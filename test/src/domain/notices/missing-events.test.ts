import { beforeEach, describe, expect, it } from 'vitest';
import { auditLedgerAcrossMerchants } from '../../../../src/domain/money/ledger/audit/audit.ts';
import type { MerchantId } from '../../../../src/engine/principal.ts';
import { newId } from '../../../../src/platform/ids.ts';
import { eventSetup } from '../../../support/receivers/deliveries.ts';
import { anApp, aPaymentRow, happens } from '../../../support/receivers/event-context.ts';

const setup = eventSetup((usual) => ({
  ...usual,
  versions: {
    ...usual.versions,
    inEffect: (pin) => pin,
    event: (_type, data, { to }) => (to === '2026-01-01' ? data : { id: 'as it was called before' }),
  },
}));

let merchant: MerchantId;

/** A payment with three events, which two apps with two versions are sent. Nothing of it is in the ledger. */
beforeEach(async () => {
  const url = 'http://127.0.0.1:9/hook';
  ({ merchant } = await anApp(setup.ctx, { url: `${url}/one` }));
  await anApp(setup.ctx, { of: merchant, url: `${url}/two`, apiVersion: '2025-01-01' });
  const payment = aPaymentRow(merchant);
  for (let count = 0; count < 3; count += 1)
    await happens(setup.ctx, merchant, 'payment.capture.completed', payment);
});

/** As the owner, past every trigger and foreign key. */
async function forced(statement: string): Promise<void> {
  await setup.database.asOwner(
    `BEGIN; SET LOCAL search_path = sandbox; SET LOCAL session_replication_role = replica; ${statement}; COMMIT`,
  );
}

async function found(size = 1): Promise<readonly string[]> {
  const findings = await auditLedgerAcrossMerchants(setup.database.databases.sandbox, { size });
  return findings
    .filter((finding) => finding.merchantId === merchant && finding.audit === 'A9')
    .map(({ about }) =>
      about.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>').replaceAll(/2025-\S+|2026-\S+/g, '<version>'),
    );
}

const past = (days: number) => `now() - interval '${days} days'`;
const ofEvent = (sequence: number) =>
  `(SELECT event_id FROM events WHERE merchant_id = '${merchant}' AND sequence = ${sequence})`;
/** Leaves nothing of one event. */
const everythingOf = (sequence: number) => `
  DELETE FROM webhook_deliveries WHERE merchant_id = '${merchant}' AND event_id IN ${ofEvent(sequence)};
  DELETE FROM event_bodies WHERE merchant_id = '${merchant}' AND event_id IN ${ofEvent(sequence)};
  DELETE FROM events WHERE merchant_id = '${merchant}' AND sequence = ${sequence}`;

const deletions: readonly { what: string; deleted: () => string; seenAs: readonly string[] }[] = [
  {
    what: 'the first event with all that belongs to it',
    deleted: () => everythingOf(1),
    seenAs: ['resource <id> has 2 events, numbers 2 to 3, the last should be 3'],
  },
  {
    what: 'an event in between',
    deleted: () => everythingOf(2),
    seenAs: ['resource <id> has 2 events, numbers 1 to 3, the last should be 3'],
  },
  {
    what: 'the last event',
    deleted: () => everythingOf(3),
    seenAs: ['resource <id> has 2 events, numbers 1 to 2, the last should be 3'],
  },
  {
    what: 'every event of a resource',
    deleted: () => [1, 2, 3].map(everythingOf).join(';'),
    seenAs: ['resource <id> has 0 events, numbers  to , the last should be 3'],
  },
  {
    what: 'the number of the last event',
    deleted: () => `DELETE FROM event_sequences WHERE merchant_id = '${merchant}'`,
    seenAs: Array.from(
      { length: 6 },
      () => 'event <id> has a number, but the last number of its resource is gone',
    ),
  },
  {
    what: 'all of the bodies of an event, with their deliveries,',
    deleted: () => `
      DELETE FROM webhook_deliveries WHERE merchant_id = '${merchant}' AND event_id = ${ofEvent(2)};
      DELETE FROM event_bodies WHERE merchant_id = '${merchant}' AND event_id = ${ofEvent(2)}`,
    seenAs: ['event <id> was sent, but its bodies are gone'],
  },
  {
    what: 'one of two bodies with its deliveries',
    deleted: () => `
      DELETE FROM webhook_deliveries WHERE merchant_id = '${merchant}' AND event_id = ${ofEvent(2)} AND api_version = '2025-01-01';
      DELETE FROM event_bodies WHERE merchant_id = '${merchant}' AND event_id = ${ofEvent(2)} AND api_version = '2025-01-01'`,
    seenAs: ['event <id> has 1 of 2 bodies, and 1 of 1 deliveries on <version>'],
  },
  {
    what: 'one delivery of two',
    deleted: () => `
      DELETE FROM webhook_deliveries WHERE merchant_id = '${merchant}' AND event_id = ${ofEvent(2)} AND api_version = '2025-01-01'`,
    seenAs: ['event <id> has 2 of 2 bodies, and 0 of 1 deliveries on <version>'],
  },
  {
    what: 'an event whose bodies are left',
    deleted: () => `DELETE FROM events WHERE merchant_id = '${merchant}' AND sequence = 2`,
    seenAs: [
      'event <id> is gone, its body on <version> is not',
      'event <id> is gone, its body on <version> is not',
      'resource <id> has 2 events, numbers 1 to 3, the last should be 3',
    ],
  },
];

describe('the audit', () => {
  it('finds nothing while every event has its bodies and deliveries', async () => {
    expect(await found()).toEqual([]);
  });

  it.each(deletions)('notices that $what is gone', async ({ deleted, seenAs }) => {
    await forced(deleted());

    expect((await found()).toSorted()).toEqual(seenAs);
    expect((await found(5000)).toSorted()).toEqual(seenAs);
  });

  it('does not ask for what is past its time', async () => {
    await forced(`
      UPDATE event_sequences SET first_at = ${past(100)} WHERE merchant_id = '${merchant}';
      ${everythingOf(1)};
      UPDATE events SET created_at = ${past(40)} WHERE merchant_id = '${merchant}';
      DELETE FROM webhook_deliveries WHERE merchant_id = '${merchant}'`);

    expect(await found()).toEqual([]);

    await forced(`
      UPDATE event_sequences SET last_at = ${past(91)} WHERE merchant_id = '${merchant}';
      ${everythingOf(2)}; ${everythingOf(3)}`);

    expect(await found()).toEqual([]);
  });

  it('compares what the release before wrote with the rows that are left', async () => {
    await forced(`
      UPDATE event_sequences SET first_at = NULL, last_at = NULL WHERE merchant_id = '${merchant}';
      UPDATE events SET has_receivers = NULL WHERE merchant_id = '${merchant}';
      UPDATE event_bodies SET bodies = NULL, deliveries = NULL WHERE merchant_id = '${merchant}'`);

    expect(await found()).toEqual([]);

    await forced(
      `DELETE FROM webhook_deliveries WHERE merchant_id = '${merchant}' AND event_id = ${ofEvent(2)}`,
    );

    expect(await found()).toEqual(
      Array.from({ length: 2 }, () => 'event <id> has 2 of 2 bodies, and 0 of some deliveries on <version>'),
    );
  });

  it('asks for no body of an event that nobody is sent', async () => {
    const { merchant: quiet } = await anApp(setup.ctx, { url: null });
    await happens(setup.ctx, quiet, 'payment.capture.completed', aPaymentRow(quiet, { id: newId() }));
    merchant = quiet;

    expect(await found()).toEqual([]);
  });
});
