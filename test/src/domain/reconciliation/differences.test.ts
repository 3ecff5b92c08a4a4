import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Statement, StatementLine } from '../../../../src/domain/money/gateways/statement.ts';
import { changeCase } from '../../../../src/domain/reconciliation/cases/change-case.ts';
import type { Case } from '../../../../src/domain/reconciliation/cases/queries.ts';
import { listCasesAcrossMerchants } from '../../../../src/domain/reconciliation/cases/queries.ts';
import { daysOf, laterBy } from '../../../../src/domain/reconciliation/matching/coverage.ts';
import { reconcileDay } from '../../../../src/domain/reconciliation/matching/day.ts';
import { runReconciliation } from '../../../../src/domain/reconciliation/matching/run.ts';
import { importStatement } from '../../../../src/domain/reconciliation/statements/import-statement.ts';
import { withdrawStatement } from '../../../../src/domain/reconciliation/withdrawal/withdraw-statement.ts';
import { cloneDatabase, type TestDatabase } from '../../../support/service/database.ts';
import { aStatement, type Booked, booked, stating, writeBooks } from './books.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

const first = '2026-03-02';
const lastBooked = laterBy(first, 7);
const graceDays = 2;
/** Statements end before the grace of the last days does. */
const lastStated = laterBy(first, 8);
const merchants = [randomUUID(), randomUUID(), randomUUID()];
/** Few, so that a match by the amount alone would be wrong. */
const amounts = [100_000n, 250_000n, 999_900n];
const plants = ['none', 'missing_there', 'other_amount', 'other_currency', 'twice'] as const;
const movements = ['payment.captured', 'payment.unwanted', 'payout.completed', 'refund.completed'] as const;

type Wish = {
  readonly merchant: number;
  readonly movement: number;
  readonly amount: number;
  readonly isUsd: boolean;
  readonly day: number;
  readonly delay: number;
  readonly plant: number;
  readonly style: number;
};

const wish: fc.Arbitrary<Wish> = fc.record({
  merchant: fc.nat(2),
  movement: fc.nat(movements.length - 1),
  amount: fc.nat(2),
  isUsd: fc.boolean(),
  day: fc.nat(7),
  delay: fc.nat(graceDays),
  // Most are as they should be.
  plant: fc.nat(15),
  style: fc.nat(4),
});

/** How providers repeat what names a transaction. */
function named(of: Booked, style: number): Pick<StatementLine, 'reference' | 'gatewayReference'> {
  const payment = { reference: null, gatewayReference: of.gatewayReference };
  const isPayment = of.movement.startsWith('payment.');
  if (isPayment && style === 3) return payment;
  if (isPayment && style === 4) return { reference: of.gatewayReference, gatewayReference: null };
  const digits = of.sourceId.replaceAll('-', '');
  const written = [of.sourceId, digits, `txn_${digits}`, `PO${digits.toUpperCase()}`];
  return { reference: written[style % 4] ?? of.sourceId, gatewayReference: null };
}

type Planted = {
  readonly books: readonly Booked[];
  readonly statements: readonly Statement[];
  readonly expected: readonly string[];
};

/** Books and statements that differ where it was planned, and nowhere else. */
function plant(gateway: string, wishes: readonly Wish[], unknown: number): Planted {
  const planted = wishes.map((one) => plantOne(gateway, one));
  const nobodys = Array.from({ length: unknown }, (_, nth) => {
    const of = booked({ gateway, merchant: randomUUID(), day: laterBy(first, nth % 8) });
    return stating(of, nth % 2 === 0 ? {} : { reference: null, gatewayReference: 'RRN 1' });
  });
  const fee = stating(booked({ gateway, merchant: '' }), { kind: 'fee', amount: -12_345n, reference: null });
  const expected = [
    ...planted.flatMap((one) => one.expected ?? []),
    ...nobodys.map(({ line }) => `missing_here ${line}`),
  ];
  return {
    books: planted.map(({ of }) => of),
    statements: statementsOf([...planted.flatMap(({ lines }) => lines), ...nobodys, fee]),
    expected: expected.toSorted(),
  };
}

function plantOne(gateway: string, one: Wish) {
  const of = booked({
    gateway,
    merchant: merchants[one.merchant] ?? '',
    movement: movements[one.movement] ?? 'payment.captured',
    amount: amounts[one.amount] ?? 1n,
    currency: one.isUsd ? 'USD' : 'ZWG',
    day: laterBy(first, one.day),
  });
  const kind = plants[one.plant] ?? 'none';
  const bookedOn = laterBy(of.day, one.delay);
  const name = `${of.merchant}:${of.number}`;
  if (kind === 'missing_there' || bookedOn > lastStated) {
    const isOver = laterBy(of.day, graceDays) <= lastStated;
    return { of, lines: [], expected: isOver ? `missing_there ${name}` : undefined };
  }
  const line = stating(of, { ...named(of, one.style), bookedOn });
  return { of, lines: linesOf(kind, line), expected: kind === 'none' ? undefined : `${kind} ${name}` };
}

function linesOf(kind: (typeof plants)[number], line: StatementLine): readonly StatementLine[] {
  if (kind === 'other_amount') return [{ ...line, amount: line.amount + 100n }];
  if (kind === 'other_currency') return [{ ...line, currency: line.currency === 'USD' ? 'ZWG' : 'USD' }];
  return kind === 'twice' ? [line, { ...line, line: `${line.line}-again` }] : [line];
}

/** One for each day and currency. */
function statementsOf(lines: readonly StatementLine[]): readonly Statement[] {
  return daysOf({ from: first, to: lastStated }).flatMap((day) =>
    ['USD', 'ZWG'].map((currency) =>
      aStatement({
        from: day,
        currency,
        lines: lines.filter((line) => line.bookedOn === day && line.currency === currency),
      }),
    ),
  );
}

const nameOf = ({ kind, subject, of_merchant, journal }: Case): string =>
  `${kind} ${kind === 'missing_here' ? subject.split(':')[2] : `${of_merchant}:${journal}`}`;

async function casesOf(gateway: string): Promise<readonly Case[]> {
  return listCasesAcrossMerchants(database.databases.sandbox, { gateway }, { before: undefined, most: 5000 });
}

/** Imports in the order of the days, and runs. */
async function reconcile(gateway: string, { books, statements }: Planted) {
  const db = database.databases.sandbox;
  await writeBooks(database, books);
  for (const statement of statements) await importStatement(db, { gateway, by: 'test' }, statement);
  return runReconciliation(db, { gateway, from: first, to: lastStated, graceDays });
}

async function daysAddUp(gateway: string): Promise<void> {
  const db = database.databases.sandbox;
  let [open, difference] = [0n, 0n];
  for (const day of daysOf({ from: first, to: lastStated }))
    for (const one of await reconcileDay(db, { gateway, day, graceDays })) {
      expect(one).toMatchObject({ unexplained: 0n, settled: 0n });
      expect(one.difference).toBe(one.open + one.timing + one.awaited);
      open += one.open;
      difference += one.difference - one.awaited;
    }
  // Over all days, timing is only what the ledger has on a day of the range and nobody stated yet.
  expect(difference).toBe(open);
}

const mistakes = ['none', 'empty', 'cents', 'half', 'other lines'] as const;

/** A statement as it is read with a wrong mapping, or cut off. */
function mistaken(right: Statement, mistake: (typeof mistakes)[number] = 'none'): Statement {
  const { lines } = right;
  if (mistake === 'empty') return { ...right, lines: [] };
  if (mistake === 'cents')
    return { ...right, lines: lines.map((one) => ({ ...one, amount: one.amount * 100n })) };
  if (mistake === 'half') return { ...right, lines: lines.filter((_one, at) => at % 2 === 0) };
  if (mistake === 'none') return right;
  return { ...right, lines: lines.map((one) => ({ ...one, reference: null, gatewayReference: one.line })) };
}

/** Repeats the days. */
function monthOf(days: readonly Statement[]): Statement {
  const lines = days.filter(({ currency }) => currency === 'USD').flatMap((one) => one.lines);
  const again = lines.map((one) => ({ ...one, line: `${one.line}-month` }));
  return aStatement({ from: first, to: lastStated, lines: again });
}

/** Does the work while nobody may change what is known of the gateway; each piece is behind those before it. */
async function inTurn(gateway: string, work: readonly (() => Promise<unknown>)[]): Promise<void> {
  const holder = new Client({ connectionString: database.url });
  await holder.connect();
  await holder.query('SELECT pg_advisory_lock(4250, hashtext($1))', [gateway]);
  const waiting =
    'SELECT count(*)::int AS n FROM pg_locks WHERE classid = 4250 AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())';
  const begun: Promise<unknown>[] = [];
  for (const piece of work) {
    begun.push(piece());
    const isBehind = async () => (await holder.query<{ n: number }>(waiting)).rows[0]?.n;
    await expect.poll(isBehind, { timeout: 10_000 }).toBe(begun.length);
  }
  await holder.end();
  await Promise.all(begun);
}

describe('planted differences', () => {
  it('are the cases that a run finds, and the sums of each day are explained by them', async () => {
    let nth = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(wish, { minLength: 1, maxLength: 60 }),
        fc.nat(4),
        async (wishes, unknown) => {
          nth += 1;
          const gateway = `random_${nth}`;
          const planted = plant(gateway, wishes, unknown);

          const ran = await reconcile(gateway, planted);

          const found = (await casesOf(gateway)).map(nameOf).toSorted();
          expect(found).toEqual(planted.expected);
          expect(ran).toMatchObject({ opened: planted.expected.length, explained: 0, reopened: 0 });
          await daysAddUp(gateway);
        },
      ),
      { numRuns: 8 },
    );
  });

  it('are the cases also after wrong statements were withdrawn and imported again as they should be', async () => {
    const db = database.databases.sandbox;
    let nth = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(wish, { minLength: 1, maxLength: 60 }),
        fc.nat(4),
        fc.array(fc.constantFrom(...mistakes), { minLength: 18, maxLength: 18 }),
        fc.boolean(),
        async (wishes, unknown, made, isRunBetween) => {
          nth += 1;
          const gateway = `withdrawn_${nth}`;
          const planted = plant(gateway, wishes, unknown);
          const run = () => runReconciliation(db, { gateway, from: first, to: lastStated, graceDays });
          const wrong = planted.statements.map((one, at) => mistaken(one, made[at]));
          const month = monthOf(planted.statements);
          await reconcile(gateway, { ...planted, statements: [...wrong, month] });

          const changed = planted.statements.filter((one, at) => wrong[at] !== one);
          for (const { id: name } of changed)
            await withdrawStatement(db, { gateway, name, by: 'tariro', reason: 'wrong', graceDays });
          await withdrawStatement(db, { gateway, name: month.id, by: 'tariro', reason: 'twice', graceDays });
          if (isRunBetween) {
            await run();
            await daysAddUp(gateway);
          }
          for (const statement of changed) await importStatement(db, { gateway, by: 'test' }, statement);
          await run();

          const found = (await casesOf(gateway)).filter(({ state }) => state !== 'resolved');
          expect(found.map(nameOf).toSorted()).toEqual(planted.expected);
          await daysAddUp(gateway);
        },
      ),
      { numRuns: 8 },
    );
  });

  it('are no differences if the statement is withdrawn while it is compared; those of another gateway stay', async () => {
    const db = database.databases.sandbox;
    const [gateway, other] = ['withdrawn_meanwhile', 'not_withdrawn'];
    const payment = booked({ gateway, merchant: randomUUID() });
    await writeBooks(database, [payment, booked({ gateway: other, merchant: randomUUID() })]);
    await importStatement(db, { gateway: other, by: 'test' }, aStatement({ from: first, lines: [] }));
    await runReconciliation(db, { gateway: other, from: first, to: first, graceDays: 0 });
    const statement = aStatement({ from: first, to: lastStated, lines: [stating(payment)] });
    await importStatement(db, { gateway, by: 'test' }, statement);

    await inTurn(gateway, [
      () => runReconciliation(db, { gateway, from: first, to: lastStated, graceDays }),
      () => withdrawStatement(db, { gateway, name: statement.id, by: 'tariro', reason: 'wrong', graceDays }),
    ]);

    expect(await casesOf(gateway)).toEqual([]);
    expect(await casesOf(other)).toMatchObject([{ kind: 'missing_there', state: 'open' }]);
  });

  it('are told again when what had explained them was withdrawn; what an operator accepted stays accepted', async () => {
    const db = database.databases.sandbox;
    const gateway = 'told_again';
    const [payment, lost] = [
      booked({ gateway, merchant: randomUUID() }),
      booked({ gateway, merchant: randomUUID() }),
    ];
    await writeBooks(database, [payment, lost]);
    const told: string[] = [];
    const run = async () =>
      await runReconciliation(db, { gateway, from: first, to: first, graceDays: 0 }, ({ kind }) =>
        told.push(kind),
      );
    const take = async (...lines: readonly StatementLine[]) => {
      const statement = aStatement({ from: first, lines });
      await importStatement(db, { gateway, by: 'test' }, statement);
      await run();
      return statement.id;
    };
    await take();
    const missing = (await casesOf(gateway)).find(({ of_merchant: merchant }) => merchant === lost.merchant);
    const accepted = { change: 'resolved', resolution: 'accepted', by: 'rudo', note: 'a loss' } as const;
    await changeCase(db, missing?.id ?? '', accepted);
    const name = await take(stating(payment));
    await run();
    await withdrawStatement(db, { gateway, name, by: 'tariro', reason: 'wrong', graceDays: 0 });
    const again = await run();
    await run();

    // Another statement still says that it is missing.
    expect((await casesOf(gateway)).find(({ id }) => id === missing?.id)?.resolution).toBe('accepted');
    expect([again.reopened, told]).toEqual([1, ['missing_there', 'missing_there', 'missing_there']]);
  });

  it('hold nothing any more once they are explained, also if an operator opens them again', async () => {
    const db = database.databases.sandbox;
    const gateway = 'opened_again';
    const books = [1, 2, 3].map(() => booked({ gateway, merchant: randomUUID() }));
    const [late, corrected, gone] = books.map((one) => stating(one));
    if (!late || !corrected || !gone) throw new Error('booked');
    const take = async (...lines: readonly StatementLine[]) => {
      const statement = aStatement({ from: first, lines });
      await importStatement(db, { gateway, by: 'test' }, statement);
      await runReconciliation(db, { gateway, from: first, to: first, graceDays: 0 });
      return statement.id;
    };
    await writeBooks(database, books);
    await take({ ...corrected, amount: 99_000n });
    const name = await take({ ...gone, amount: 1n });
    await take(late, { ...corrected, line: 'correction', amount: 1000n });
    await withdrawStatement(db, { gateway, name, by: 'tariro', reason: 'wrong', graceDays: 0 });
    const explained = (await casesOf(gateway)).filter(({ state }) => state === 'resolved');

    for (const { id } of explained)
      await changeCase(db, id, { change: 'reopened', by: 'rudo', note: 'why?' });
    await runReconciliation(db, { gateway, from: first, to: first, graceDays: 0 });

    const kinds = explained.map(({ kind }) => kind).toSorted();
    expect(kinds).toEqual(['missing_there', 'missing_there', 'other_amount', 'other_amount']);
    expect(await reconcileDay(db, { gateway, day: first, graceDays: 0 })).toMatchObject([
      { difference: -100_000n, open: -100_000n, unexplained: 0n },
    ]);
  });

  it('are found among 1,000 payments, each once, however often and by how many at once it is run', async () => {
    const gateway = 'thousand';
    const db = database.databases.sandbox;
    const wishes = fc.sample(wish, { numRuns: 1000, seed: 41 });
    const planted = plant(gateway, wishes, 25);

    await writeBooks(database, planted.books);
    for (const statement of planted.statements) await importStatement(db, { gateway, by: 'test' }, statement);
    const wanted = { gateway, from: first, to: lastStated, graceDays };
    const ran = await Promise.all([1, 2, 3].map(() => runReconciliation(db, wanted)));
    const again = await runReconciliation(db, wanted);

    expect((await casesOf(gateway)).map(nameOf).toSorted()).toEqual(planted.expected);
    for (const kind of [...plants.slice(1), 'missing_here'])
      expect(planted.expected.filter((name) => name.startsWith(kind)).length).toBeGreaterThan(10);
    expect(ran.reduce((sum, { opened }) => sum + opened, 0)).toBe(planted.expected.length);
    expect(again).toEqual({ lines: 25, opened: 0, explained: 0, reopened: 0 });
    expect(lastBooked <= lastStated).toBe(true);
    await daysAddUp(gateway);
  });
});
