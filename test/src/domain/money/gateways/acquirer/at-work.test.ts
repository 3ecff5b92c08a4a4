import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Errand } from '../../../../../../src/domain/money/gateways/port.ts';
import { inTransaction } from '../../../../../../src/platform/db/database.ts';
import { newId } from '../../../../../../src/platform/ids.ts';
import { cloneDatabase, type TestDatabase } from '../../../../../support/service/database.ts';
import { type Connected, connect, merchant } from './desk.ts';

let database: TestDatabase;
let acquirer: Connected;

beforeAll(async () => {
  database = await cloneDatabase();
  // Nobody is there: the question is not asked of the acquirer.
  const settings = { address: 'tcp://127.0.0.1:9', terminal: 'TERM0001', acceptor: '000000012345678' };
  acquirer = connect(database, { ...settings, layout: { preset: 'bcd' } });
});
afterAll(async () => {
  await acquirer.rail.stop?.();
  await database.close();
});

let stan = 0;

/** A message of the acquirer, and whether the gateway is at work on an errand then. */
async function isAtWork(
  message: { readonly purpose: string; readonly state: string; readonly dueIn?: number },
  errand: Partial<Errand>,
): Promise<boolean | undefined> {
  stan += 1;
  const reference = newId();
  const { purpose, state, dueIn = null } = message;
  const original = purpose === 'charge' || purpose === 'hold' ? null : newId();
  await database.asOwner(
    `INSERT INTO live.acquirer_messages (merchant_id, id, gateway, purpose, reference, original_id, mti, processing_code, terminal, stan,
      stan_day, rrn, amount, currency, state, transmitted_at, deadline, due_at, answered_at, response_code)
     VALUES ($1, $2, 'acquirer', $3, $4, $5, '0200', '000000', 'TERM0001', $6::int, '2026-01-01', lpad($6::int::text, 12, '0'), 1, 'USD', $7,
      now(), now(), now() + $8 * interval '1 second', now(), '05')`,
    [merchant, newId(), purpose, reference, original, String(stan), state, dueIn],
  );
  const asked = { merchantId: merchant, reference, purpose: 'charge', ...errand } as const;
  return await inTransaction(database.databases.live, merchant, async (tx) =>
    acquirer.gateway.isAtWork?.(tx, asked),
  );
}

it.each([
  ['a charge that has no answer yet', { purpose: 'charge', state: 'sent' }, 'charge'],
  ['a charge that is being reversed', { purpose: 'charge', state: 'reversing' }, 'charge'],
  ['a hold that is being reversed', { purpose: 'hold', state: 'reversing' }, 'charge'],
  ['a refund that is being reversed', { purpose: 'refund', state: 'reversing' }, 'refund'],
  ['a completion that somebody sends now', { purpose: 'completion', state: 'sent', dueIn: 15 }, 'capture'],
] as const)('is at work on %s', async (_what, message, purpose) => {
  expect(await isAtWork(message, { purpose })).toBe(true);
});

it.each([
  ['a charge that is answered', { purpose: 'charge', state: 'answered' }, { purpose: 'charge' }],
  ['a charge that was reversed', { purpose: 'charge', state: 'reversed' }, { purpose: 'charge' }],
  [
    'a completion that nobody sends',
    { purpose: 'completion', state: 'sent', dueIn: -1 },
    { purpose: 'capture' },
  ],
  ['another errand', { purpose: 'charge', state: 'sent' }, { purpose: 'refund' }],
  ['another payment', { purpose: 'charge', state: 'sent' }, { reference: newId() }],
] as const)('is not at work on %s', async (_what, message, errand) => {
  expect(await isAtWork(message, errand)).toBe(false);
});
