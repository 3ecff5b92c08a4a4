import { sql } from 'kysely';
import type { MerchantId } from '../../../../engine/principal.ts';
import type { Db } from '../../../../platform/db/database.ts';
import type { Row } from '../../../../platform/db/row.ts';

// Each statement is a transaction of its own: what it writes is there before the next byte is sent.

export type AcquirerMessage = Row<'acquirer_messages'>;

export type NewMessage = Pick<
  AcquirerMessage,
  | 'gateway'
  | 'purpose'
  | 'reference'
  | 'attempt'
  | 'original_id'
  | 'mti'
  | 'processing_code'
  | 'acquirer_id'
  | 'terminal'
  | 'amount'
  | 'currency'
  | 'state'
  | 'transmitted_at'
  | 'deadline'
  | 'due_at'
> & {
  readonly id: string;
  /** Absent: one of its own, made of its time and its trace number. */
  readonly rrn?: string;
};

/** @returns undefined if there is such a message already, or its trace number was used today */
export async function insertMessage(
  db: Db,
  merchantId: MerchantId,
  message: NewMessage,
): Promise<AcquirerMessage | undefined> {
  const { id, gateway, purpose, reference, attempt, original_id, mti, processing_code, acquirer_id } =
    message;
  const { terminal, amount, currency, state, transmitted_at: at, deadline, due_at, rrn = null } = message;
  const { rows } = await sql<AcquirerMessage>`
    WITH next AS MATERIALIZED (SELECT nextval('acquirer_stans') AS stan)
    INSERT INTO acquirer_messages (merchant_id, id, gateway, purpose, reference, attempt, original_id, mti, processing_code,
      acquirer_id, terminal, stan, stan_day, rrn, amount, currency, state, transmitted_at, deadline, due_at)
    SELECT ${merchantId}::uuid, ${id}::uuid, ${gateway}, ${purpose}, ${reference}::uuid, ${attempt}::int, ${original_id}::uuid, ${mti}, ${processing_code},
      ${acquirer_id}, ${terminal}, next.stan, ${dayOf(at)}::date,
      coalesce(${rrn}::text, ${hourOf(at)}::text || lpad(next.stan::text, 6, '0')),
      ${amount}::bigint, ${currency}, ${state}, ${at}::timestamptz, ${deadline}::timestamptz, ${due_at}::timestamptz FROM next
    ON CONFLICT DO NOTHING RETURNING *`.execute(db);
  return rows[0];
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** The last digit of the year, the day of the year and the hour, as the first half of a retrieval reference number has them. */
function hourOf(at: Date): string {
  const [year, hour] = [at.getUTCFullYear(), at.getUTCHours()];
  const day = Math.floor((at.getTime() - Date.UTC(year, 0)) / 86_400_000) + 1;
  return `${year % 10}${String(day).padStart(3, '0')}${String(hour).padStart(2, '0')}`;
}

function messagesOf(db: Db, merchantId: MerchantId, gateway: string) {
  return db
    .selectFrom('acquirer_messages')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('gateway', '=', gateway);
}

type Wanted = {
  readonly gateway: string;
  readonly reference: string;
  readonly purposes: readonly AcquirerMessage['purpose'][];
};

/** The latest attempt of these purposes for a reference. */
export function findMessage(
  db: Db,
  merchantId: MerchantId,
  { gateway, reference, purposes }: Wanted,
): Promise<AcquirerMessage | undefined> {
  return messagesOf(db, merchantId, gateway)
    .where('reference', '=', reference)
    .where('purpose', 'in', purposes)
    .orderBy('attempt', 'desc')
    .executeTakeFirst();
}

export function findById(db: Db, merchantId: MerchantId, id: string): Promise<AcquirerMessage | undefined> {
  return db
    .selectFrom('acquirer_messages')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** What took the money of a payment that the acquirer knows by this reference number: its completion if it was held, or its charge. */
export function findTaken(
  db: Db,
  merchantId: MerchantId,
  { gateway, rrn }: Pick<AcquirerMessage, 'gateway' | 'rrn'>,
): Promise<AcquirerMessage | undefined> {
  return messagesOf(db, merchantId, gateway)
    .where('rrn', '=', rrn)
    .where('purpose', 'in', ['charge', 'completion'])
    .executeTakeFirst();
}

export type TakenAnswer = Pick<
  AcquirerMessage,
  'response_code' | 'auth_code' | 'reported_amount' | 'reported_currency'
>;

/** Takes the answer of a message that still waits for it. @returns undefined if it is decided already */
export function takeAnswer(
  db: Db,
  merchantId: MerchantId,
  id: string,
  answer: TakenAnswer & Pick<AcquirerMessage, 'answered_at'>,
): Promise<AcquirerMessage | undefined> {
  return db
    .updateTable('acquirer_messages')
    .set({ ...answer, state: 'answered' })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .where('state', '=', 'sent')
    .returningAll()
    .executeTakeFirst();
}

/** Ends a message of which no byte was sent. @returns undefined if somebody reverses it already */
export function endUnsent(db: Db, merchantId: MerchantId, id: string): Promise<AcquirerMessage | undefined> {
  return db
    .updateTable('acquirer_messages')
    .set({ state: 'reversed' })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .where('state', '=', 'sent')
    .returningAll()
    .executeTakeFirst();
}

/** Claims a completion, to send it now. Nobody else sends it before `leaseMs` have passed. */
export async function claimCompletion(
  db: Db,
  merchantId: MerchantId,
  id: string,
  leaseMs: number,
): Promise<AcquirerMessage | undefined> {
  const { rows } = await sql<AcquirerMessage>`
    UPDATE acquirer_messages SET repeats = repeats + 1, due_at = now() + interval '1 millisecond' * ${leaseMs}
    WHERE merchant_id = ${merchantId} AND id = ${id} AND purpose = 'completion' AND state = 'sent' AND due_at <= now()
    RETURNING *`.execute(db);
  return rows[0];
}

/** The next trace number, for a message about the network. */
export async function nextStanAcrossMerchants(db: Db): Promise<string> {
  const { rows } = await sql<{ stan: string }>`
    SELECT lpad(nextval('acquirer_stans')::text, 6, '0') AS stan`.execute(db);
  return rows[0]?.stan ?? '';
}
