import { describe, expect, it } from 'vitest';
import { stepsIn } from '../../../../../src/platform/db/migrations/statements.ts';

const file = (...lines: readonly string[]) => ['-- Runs outside a transaction.', '', ...lines, ''].join('\n');
const texts = (...lines: readonly string[]) => stepsIn(file(...lines)).map(({ text }) => text);

describe('a file that runs outside a transaction', () => {
  it('is split at each ";" at the end of a line', () => {
    expect(
      texts(
        '-- Lists payments by their phone.',
        'CREATE INDEX CONCURRENTLY IF NOT EXISTS payments_by_phone ON payments (merchant_id, phone)',
        "  WHERE phone <> '';",
        'ALTER TABLE refunds VALIDATE CONSTRAINT refund_of_payment;',
      ),
    ).toEqual([
      "CREATE INDEX CONCURRENTLY IF NOT EXISTS payments_by_phone ON payments (merchant_id, phone) WHERE phone <> ''",
      'ALTER TABLE refunds VALIDATE CONSTRAINT refund_of_payment',
    ]);
  });

  it('waits for locks only where nobody queues behind it', () => {
    const steps = stepsIn(
      file(
        'CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS one ON payments (merchant_id);',
        'ALTER TABLE payments ALTER COLUMN phone SET NOT NULL;',
      ),
    );

    expect(steps.map(({ waits }) => waits)).toEqual([true, false]);
    expect(steps.map(({ builds }) => builds)).toEqual(['one', undefined]);
  });

  it.each([
    ['cannot run twice', 'CREATE INDEX CONCURRENTLY one ON payments (merchant_id);'],
    ['cannot run twice', 'ALTER TABLE payments ADD CONSTRAINT one CHECK (true) NOT VALID;'],
    ['blocks writes', 'CREATE INDEX IF NOT EXISTS one ON payments (merchant_id);'],
    ['changes every row at once', "UPDATE payments SET phone = '';"],
    ['opens a transaction', 'BEGIN;'],
    ['holds two statements in a line', 'ANALYZE one; ANALYZE two;'],
    ['holds a function', 'DO $$ BEGIN END $$;'],
    ['has a literal that goes on after ";"', "COMMENT ON TABLE payments IS 'one;", "two';"],
    ['does not end', 'ANALYZE payments'],
    ['is interrupted by a comment', 'ANALYZE', '-- now', 'payments;'],
  ])('is refused when a statement %s: %s', (_, ...lines) => {
    expect(() => texts(...lines)).toThrow(/simple statement|cannot run outside|no ";"|stands inside/);
  });

  it('may repeat a change of some rows', () => {
    const [step] = stepsIn(file('-- Repeats until it changes no row.', 'UPDATE payments SET seen = true;'));

    expect(step).toMatchObject({ repeats: true, waits: false });
  });
});
