import { auditLedgerAcrossMerchants } from '../../domain/money/ledger/audit.ts';
import { showId } from '../../platform/ids.ts';
import { onDatabases } from '../support/operator.ts';
import { exitCodes, printJson, printTable, say } from '../support/output.ts';

const modes = ['sandbox', 'live'] as const;

/** `mps ledger audit`: recomputes the ledger of both modes and prints a row for each rule that is broken. Decision 0010. */
export async function auditLedgerVerb(options: { readonly json?: true }): Promise<void> {
  const rows = await onDatabases(async ({ databases }) => {
    const found = await Promise.all(modes.map((mode) => auditLedgerAcrossMerchants(databases[mode])));
    return modes.flatMap((mode, at) => (found[at] ?? []).map((finding) => ({ mode, ...finding })));
  });
  const shown = rows.map(({ mode, audit, merchantId, about }) => {
    return { mode, audit, merchant_id: showId('mer', merchantId), about };
  });
  if (options.json) printJson({ rows: shown });
  else printTable(shown);
  say(
    rows.length === 0
      ? 'The ledger adds up in sandbox and live.'
      : `The audit found ${rows.length} problems. Nothing was changed.`,
  );
  if (rows.length > 0) process.exitCode = exitCodes.checkFailed;
}
