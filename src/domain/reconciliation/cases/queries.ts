import { type Selectable, sql } from 'kysely';
import type { ModeTables } from '../../../../generated/database.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { CaseKind, CaseState } from './case-states.ts';

export type Case = Selectable<ModeTables['reconciliation_cases']>;
export type CaseChange = Selectable<ModeTables['case_changes']>;

/** A case that a run opens. */
export type NewCase = Pick<
  Case,
  | 'id'
  | 'gateway'
  | 'kind'
  | 'subject'
  | 'of_merchant'
  | 'of_transaction'
  | 'journal'
  | 'expected'
  | 'expected_currency'
  | 'expected_on'
  | 'stated'
  | 'stated_currency'
  | 'stated_on'
>;

/** @returns the ids of those that were opened: the others are known */
export async function insertCasesAcrossMerchants(
  tx: Tx,
  cases: readonly NewCase[],
): Promise<ReadonlySet<string>> {
  if (cases.length === 0) return new Set();
  const column = <Name extends keyof NewCase>(name: Name): NewCase[Name][] => cases.map((one) => one[name]);
  const { rows } = await sql<{ id: string }>`
    INSERT INTO reconciliation_cases (id, gateway, kind, subject, state, of_merchant, of_transaction, journal,
      expected, expected_currency, expected_on, stated, stated_currency, stated_on)
    SELECT w.id, w.gateway, w.kind, w.subject, 'open', w.of_merchant, w.of_transaction, w.journal,
      w.expected, w.expected_currency, w.expected_on, w.stated, w.stated_currency, w.stated_on
    FROM unnest(${column('id')}::uuid[], ${column('gateway')}::text[], ${column('kind')}::text[], ${column('subject')}::text[],
      ${column('of_merchant')}::uuid[], ${column('of_transaction')}::uuid[], ${column('journal')}::bigint[],
      ${column('expected')}::bigint[], ${column('expected_currency')}::text[], ${column('expected_on')}::date[],
      ${column('stated')}::bigint[], ${column('stated_currency')}::text[], ${column('stated_on')}::date[])
      AS w (id, gateway, kind, subject, of_merchant, of_transaction, journal, expected, expected_currency, expected_on, stated, stated_currency, stated_on)
    ON CONFLICT (gateway, subject, kind) DO NOTHING RETURNING id`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

export type NewChange = Pick<
  CaseChange,
  'id' | 'case_id' | 'change' | 'state' | 'by' | 'owner' | 'resolution' | 'note'
>;

export async function insertChangesAcrossMerchants(tx: Tx, changes: readonly NewChange[]): Promise<void> {
  if (changes.length === 0) return;
  const column = <Name extends keyof NewChange>(name: Name): NewChange[Name][] =>
    changes.map((one) => one[name]);
  await sql`
    INSERT INTO case_changes (case_id, id, change, state, by, owner, resolution, note)
    SELECT * FROM unnest(${column('case_id')}::uuid[], ${column('id')}::uuid[], ${column('change')}::text[], ${column('state')}::text[],
      ${column('by')}::text[], ${column('owner')}::text[], ${column('resolution')}::text[], ${column('note')}::text[])`.execute(
    tx,
  );
}

export type NewState = Pick<Case, 'id' | 'state' | 'owner' | 'resolution'>;

/** The database refuses the commit of a state that `case_changes` does not have. */
export async function setStatesAcrossMerchants(tx: Tx, states: readonly NewState[]): Promise<void> {
  if (states.length === 0) return;
  const column = <Name extends keyof NewState>(name: Name): NewState[Name][] =>
    states.map((one) => one[name]);
  await sql`
    UPDATE reconciliation_cases c SET state = w.state, owner = w.owner, resolution = w.resolution,
      resolved_at = CASE WHEN w.state = 'resolved' THEN now() END
    FROM unnest(${column('id')}::uuid[], ${column('state')}::text[], ${column('owner')}::text[], ${column('resolution')}::text[])
      AS w (id, state, owner, resolution)
    WHERE c.id = w.id`.execute(tx);
}

export type Restated = {
  readonly id: string;
  readonly stated: bigint;
  readonly currency: string;
  readonly on: string;
};

/** Writes what the lines of a case sum to, when further ones have come in. */
export async function setStatedAcrossMerchants(tx: Tx, cases: readonly Restated[]): Promise<void> {
  if (cases.length === 0) return;
  await sql`
    UPDATE reconciliation_cases c SET stated = w.stated, stated_currency = w.currency, stated_on = w.on
    FROM unnest(${cases.map(({ id }) => id)}::uuid[], ${cases.map(({ stated }) => stated)}::bigint[],
      ${cases.map(({ currency }) => currency)}::text[], ${cases.map(({ on }) => on)}::date[]) AS w (id, stated, currency, "on")
    WHERE c.id = w.id`.execute(tx);
}

/** The cases of journals, and those with these ids; locked, so that no operator changes them meanwhile. */
export async function lockCasesAcrossMerchants(
  tx: Tx,
  journals: readonly { readonly merchant: string; readonly number: bigint }[],
  ids: readonly string[],
): Promise<readonly Case[]> {
  const { rows } = await sql<Case>`
    SELECT * FROM reconciliation_cases WHERE id IN (
      SELECT c.id FROM unnest(${journals.map(({ merchant }) => merchant)}::uuid[], ${journals.map(({ number }) => number)}::bigint[]) AS w (merchant, number)
        JOIN reconciliation_cases c ON c.of_merchant = w.merchant AND c.journal = w.number AND c.journal IS NOT NULL
      UNION ALL SELECT unnest(${ids}::uuid[]))
    ORDER BY id FOR UPDATE`.execute(tx);
  return rows;
}

export type WantedCases = {
  readonly gateway?: string | undefined;
  readonly kind?: CaseKind | undefined;
  readonly state?: CaseState | undefined;
  /** Any that is not resolved. */
  readonly unresolved?: boolean;
};

/** Newest first. */
export function listCasesAcrossMerchants(
  db: Db,
  { gateway, kind, state, unresolved }: WantedCases,
  page: { readonly before: string | undefined; readonly most: number },
): Promise<readonly Case[]> {
  return db
    .selectFrom('reconciliation_cases')
    .selectAll()
    .$if(gateway !== undefined, (cases) => cases.where('gateway', '=', gateway ?? ''))
    .$if(kind !== undefined, (cases) => cases.where('kind', '=', kind ?? 'twice'))
    .$if(state !== undefined, (cases) => cases.where('state', '=', state ?? 'open'))
    .$if(unresolved === true, (cases) => cases.where('state', '<>', 'resolved'))
    .$if(page.before !== undefined, (cases) => cases.where('id', '<', page.before ?? ''))
    .orderBy('id', 'desc')
    .limit(page.most)
    .execute();
}

/** How many cases of a gateway are not resolved. */
export async function countUnresolvedAcrossMerchants(db: Db, gateway: string): Promise<number> {
  const row = await db
    .selectFrom('reconciliation_cases')
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .where('gateway', '=', gateway)
    .where('state', '<>', 'resolved')
    .executeTakeFirst();
  return Number(row?.count ?? 0n);
}

export function findCaseAcrossMerchants(db: Db, id: string): Promise<Case | undefined> {
  return db.selectFrom('reconciliation_cases').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Everything that happened to a case, the first first. */
export function findChangesAcrossMerchants(db: Db, id: string): Promise<readonly CaseChange[]> {
  return db.selectFrom('case_changes').selectAll().where('case_id', '=', id).orderBy('id').execute();
}

/** The lines that a case is about: those whose money it holds, and all others of its journal. */
export async function findLinesOfCaseAcrossMerchants(
  db: Db,
  { id, of_merchant: merchant, journal }: Pick<Case, 'id' | 'of_merchant' | 'journal'>,
): Promise<readonly CaseLine[]> {
  const { rows } = await sql<CaseLine>`
    SELECT s.name AS statement, l.line, l.kind, l.reference, l.gateway_reference, l.amount, l.currency, l.booked_on
    FROM (SELECT * FROM statement_lines WHERE case_id = ${id}
      UNION SELECT * FROM statement_lines WHERE of_merchant = ${merchant} AND journal = ${journal} AND journal IS NOT NULL) l
    JOIN statements s ON s.id = l.statement_id ORDER BY l.booked_on, l.statement_id, l.line LIMIT 100`.execute(
    db,
  );
  return rows;
}

export type CaseLine = Pick<
  Selectable<ModeTables['statement_lines']>,
  'line' | 'kind' | 'reference' | 'gateway_reference' | 'amount' | 'currency' | 'booked_on'
> & { readonly statement: string };
