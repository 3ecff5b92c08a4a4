import type { Client } from 'pg';
import { ledgerBodies } from './ledger-functions.ts';

/**
 * Functions that are different on a cluster. There a trigger runs on the node of the row, and each of its statements has to name
 * the merchant to stay on it. On one PostgreSQL the merchant is left out on purpose: with it the planner may choose an index that
 * begins with the merchant, and read all rows of a large one.
 */
const bodies: Readonly<Record<string, string>> = {
  wait_for_earlier: `
BEGIN
  PERFORM FROM webhook_deliveries e WHERE e.merchant_id = NEW.merchant_id AND e.resource_id = NEW.resource_id AND e.lane_id = NEW.lane_id
    AND e.destination = NEW.destination AND e.state IN ('due', 'sending') AND e.trigger = 'event' AND e.sequence < NEW.sequence LIMIT 1;
  IF FOUND THEN NEW.state := 'waiting'; END IF;
  RETURN NEW;
END `,
  // All counters are locked before the first delivery is changed, in the order in which recording locks them.
  release_next: `
DECLARE c record;
BEGIN
  FOR c IN SELECT DISTINCT merchant_id, resource_id FROM changed WHERE finished_at IS NOT NULL AND trigger = 'event' ORDER BY resource_id LOOP
    PERFORM FROM event_sequences s WHERE s.merchant_id = c.merchant_id AND s.resource_id = c.resource_id FOR SHARE;
  END LOOP;
  FOR c IN SELECT DISTINCT merchant_id, lane_id, resource_id, destination FROM changed WHERE finished_at IS NOT NULL AND trigger = 'event' LOOP
    UPDATE webhook_deliveries d SET state = 'due' WHERE d.merchant_id = c.merchant_id AND d.state = 'waiting' AND d.delivery_id = (
      SELECT w.delivery_id FROM webhook_deliveries w
      WHERE w.merchant_id = c.merchant_id AND w.lane_id = c.lane_id AND w.resource_id = c.resource_id AND w.destination = c.destination AND w.state = 'waiting'
        AND NOT EXISTS (SELECT FROM webhook_deliveries e WHERE e.merchant_id = c.merchant_id AND e.resource_id = c.resource_id AND e.lane_id = c.lane_id
          AND e.destination = c.destination AND e.state IN ('due', 'sending') AND e.trigger = 'event')
      ORDER BY w.sequence LIMIT 1);
  END LOOP;
  RETURN NULL;
END `,
  // Reads the id first: only an id goes into the statement, not the whole row.
  stays_unless_archived: `
DECLARE resource uuid := (to_jsonb(OLD) ->> TG_ARGV[0])::uuid;
BEGIN
  PERFORM FROM archived_resources a WHERE a.merchant_id = OLD.merchant_id AND a.id = resource;
  IF FOUND THEN RETURN OLD; END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = '0A000';
END `,
  ...ledgerBodies,
};

const posting = 'ledger_post';
/** It writes what the role of a mode may not, on the node of the row. */
const withOwnersRights: ReadonlySet<string> = new Set(['ledger_apply']);

const schemas = ['sandbox', 'live'] as const;

/**
 * Empties one merchant's part of the sandbox. With the owner's rights it would write as another user than the rest of its
 * transaction, which Citus refuses. So on a cluster the sandbox's role, which may empty its tables anyway, may delete their rows.
 */
const reset = 'sandbox.reset_merchant';
const resetQuery = `SELECT p.prosecdef OR EXISTS (
    SELECT FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'merchant_id'
    WHERE c.relnamespace = 'sandbox'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname NOT IN ('app_traffic', 'audit_log')
      AND NOT has_table_privilege('mps_sandbox', c.oid, 'DELETE')) AS missing
  FROM pg_proc p WHERE p.oid = to_regprocedure('${reset}(uuid)')`;

/** Those that are not there as they have to be: none was put there, or a migration has replaced them since. */
export async function missingFunctions(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ missing: boolean }>(resetQuery);
  return [...(await missingTriggers(client)), ...(rows[0]?.missing === true ? [reset] : [])];
}

async function missingTriggers(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string; body: string }>(
    "SELECT n.nspname || '.' || p.proname AS name, p.prosrc AS body FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = ANY ($1)",
    [schemas],
  );
  const there = new Map(rows.map(({ name, body }) => [name, body]));
  return schemas.flatMap((schema) =>
    Object.entries(bodies)
      .filter(([name, body]) => there.get(`${schema}.${name}`) !== body)
      .map(([name]) => `${schema}.${name}`),
  );
}

export async function putFunction(client: Client, qualified: string): Promise<void> {
  if (qualified === reset) return await letRoleReset(client);
  const [schema = '', name = ''] = qualified.split('.');
  // Before the function, which is looked for to know whether both are there.
  if (name === 'ledger_judge') await judgeAtCommit(client, schema);
  const signature =
    name === posting
      ? '(merchant uuid, effective timestamptz, movements text[], sources uuid[], floors bigint[], line_places int[], codes text[], currencies text[], amounts bigint[]) RETURNS TABLE (place int, number bigint)'
      : '() RETURNS trigger';
  await client.query(`CREATE OR REPLACE FUNCTION ${qualified}${signature} LANGUAGE plpgsql SECURITY ${withOwnersRights.has(name) ? 'DEFINER' : 'INVOKER'}
    SET search_path = ${schema}, pg_temp AS $of_cluster$${bodies[name] ?? ''}$of_cluster$`);
}

async function judgeAtCommit(client: Client, schema: string): Promise<void> {
  const table = `${schema}.ledger_journals`;
  const { rowCount } = await client.query(
    "SELECT FROM pg_trigger WHERE tgrelid = $1::regclass AND tgname = 'z_judge'",
    [table],
  );
  if (rowCount === 0)
    await client.query(
      `CREATE CONSTRAINT TRIGGER z_judge AFTER INSERT ON ${table} DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ${schema}.ledger_judge()`,
    );
}

async function letRoleReset(client: Client): Promise<void> {
  const { rows } = await client.query<{ names: string }>(
    `SELECT string_agg(format('sandbox.%I', c.relname), ', ') AS names
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'merchant_id'
     WHERE c.relnamespace = 'sandbox'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname NOT IN ('app_traffic', 'audit_log')`,
  );
  await client.query(`GRANT DELETE ON ${rows[0]?.names} TO mps_sandbox`);
  await client.query(`ALTER FUNCTION ${reset}(uuid) SECURITY INVOKER`);
}
