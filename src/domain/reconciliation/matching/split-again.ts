import type { Tx } from '../../../platform/db/database.ts';
import type { StatementLine } from '../../money/gateways/statement.ts';
import { lockCasesAcrossMerchants } from '../cases/queries.ts';
import { CaseWrites } from '../cases/write-cases.ts';
import { insertLinesAcrossMerchants } from '../statements/queries.ts';
import { splitEach } from '../statements/split-files.ts';
import { deleteLineAcrossMerchants, type WholeLine } from './line-queries.ts';
import type { Written } from './link-lines.ts';

/**
 * Splits lines that were taken in whole, because their sum was that of no payouts when they came: since then the bank may have said
 * which payouts it rejects. The parts sum to the line, so the statement says the same. The case of such a line is explained, and its
 * parts are compared as any others.
 *
 * Decision 0118.
 */
export async function splitAgain(tx: Tx, gateway: string, lines: readonly WholeLine[]): Promise<Written> {
  const writes = new CaseWrites();
  const parts = await splitEach(tx, gateway, lines.map(asStated));
  const split = lines.flatMap((line, at) => {
    const own = parts[at] ?? [];
    return own[0]?.line === line.line ? [] : [{ line, own }];
  });
  for (const { line, own } of split) {
    await deleteLineAcrossMerchants(tx, line);
    await insertLinesAcrossMerchants(tx, { gateway, statementId: line.statement_id }, own);
  }
  const cases = split.flatMap(({ line }) => line.case_id ?? []);
  if (cases.length > 0)
    for (const known of await lockCasesAcrossMerchants(tx, [], cases)) writes.explain(known);
  return await writes.write(tx);
}

function asStated(line: WholeLine): StatementLine {
  return {
    line: line.line,
    reference: line.reference,
    gatewayReference: line.gateway_reference,
    kind: line.kind,
    amount: line.amount,
    currency: line.currency,
    bookedOn: line.booked_on,
    ...(line.covers !== null && { covers: line.covers }),
  };
}
