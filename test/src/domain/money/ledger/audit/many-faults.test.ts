import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditLedgerAcrossMerchants } from '../../../../../../src/domain/money/ledger/audit/audit.ts';
import { reportAudit } from '../../../../../../src/domain/money/ledger/audit/report.ts';
import type { Context } from '../../../../../../src/engine/context.ts';
import { newId, showId } from '../../../../../../src/platform/ids.ts';
import { createLog } from '../../../../../../src/platform/log.ts';
import { cloneDatabase, type TestDatabase } from '../../../../../support/service/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

it('goes on after a merchant with more faults than a call may have arguments', async () => {
  const [many, other] = [newId(), newId()];
  await database.asOwner(`BEGIN; SET LOCAL search_path = sandbox; SET LOCAL session_replication_role = replica;
    INSERT INTO ledger_balances (merchant_id, code, currency, balance)
      SELECT '${many}', 'agent_float:' || lpad(to_hex(nth), 32, '0'), 'USD', -10000 FROM generate_series(1, 150000) AS s (nth);
    INSERT INTO ledger_heads (merchant_id, number) VALUES ('${other}', 7);
    COMMIT; ANALYZE sandbox.ledger_balances`);

  const findings = await auditLedgerAcrossMerchants(database.databases.sandbox);

  const of = (audit: string) => findings.filter((finding) => finding.audit === audit);
  // A thousand, and that there are more.
  expect([of('A2').length, of('A7').length]).toEqual([1001, 1001]);
  const about = '0 journals up to 0, the head says 7';
  expect(of('A4')).toEqual([{ audit: 'A4', merchantId: other, about }]);

  // The log names merchants as the commands of its runbook take them.
  const lines: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const log = createLog({ level: 'error', destination, readable: false });
  const ctx = { db: database.databases.sandbox, log } as Context;
  expect(await reportAudit(ctx, AbortSignal.timeout(60_000))).toBe(findings.length);
  expect(lines.filter(({ audit }) => audit === 'A4')).toMatchObject([
    {
      level: 'error',
      audit: 'A4',
      merchant_id: showId('mer', other),
      about,
      msg: 'the ledger audit found a fault',
    },
  ]);
});
