import { auditLedgerAcrossMerchants } from '../../domain/money/ledger/audit/audit.ts';
import { AuditUnfinished, type Finding, type Progress } from '../../domain/money/ledger/audit/findings.ts';
import { monotonicMs } from '../../platform/clock.ts';
import { showId } from '../../platform/ids.ts';
import { onDatabases } from '../support/operator.ts';
import { exitCodes, printJson, printTable, say } from '../support/print.ts';

const modes = ['sandbox', 'live'] as const;
type Mode = (typeof modes)[number];

/** Also those of an audit that did not finish, and then why. */
type Audited = { readonly findings: readonly Finding[]; readonly unfinished?: string };

const sayEveryMs = 2000;

/**
 * `mps ledger audit`: recomputes the ledger of both modes and prints a row for each rule that is broken. What it could not read, it
 * says in words and with an exit code of its own. Decisions 0010 and 0052.
 */
export async function auditLedgerVerb(options: { readonly json?: true }): Promise<void> {
  const audited = await onDatabases(async ({ databases }) => {
    const rows: Record<string, string>[] = [];
    for (const mode of modes) {
      const { findings, unfinished } = await audit(mode, databases[mode]);
      for (const { audit: rule, merchantId, about } of findings)
        rows.push({ mode, audit: rule, merchant_id: showId('mer', merchantId), about });
      if (unfinished !== undefined) return { rows, unfinished: `${mode}: ${unfinished}` };
    }
    return { rows };
  });
  if (options.json) printJson(audited);
  else printTable(audited.rows);
  conclude(audited.rows.length, audited.unfinished);
}

async function audit(mode: Mode, db: Parameters<typeof auditLedgerAcrossMerchants>[0]): Promise<Audited> {
  try {
    return { findings: await auditLedgerAcrossMerchants(db, { progress: sayingProgress(mode) }) };
  } catch (error) {
    if (error instanceof AuditUnfinished) return { findings: error.findings, unfinished: error.message };
    throw error;
  }
}

function sayingProgress(mode: Mode): (progress: Progress) => void {
  let saidAt = monotonicMs();
  return ({ what, done }) => {
    if (monotonicMs() - saidAt < sayEveryMs) return;
    saidAt = monotonicMs();
    say(`${mode}: ${done} ${what}`);
  };
}

function conclude(problems: number, unfinished: string | undefined): void {
  if (unfinished !== undefined) {
    say(
      `The audit did not finish. In ${unfinished}. So far it found ${problems} problems. Nothing was changed.`,
    );
    process.exitCode = exitCodes.notFinished;
  } else if (problems > 0) {
    say(`The audit found ${problems} problems. Nothing was changed.`);
    process.exitCode = exitCodes.checkFailed;
  } else say('The ledger adds up in sandbox and live.');
}
