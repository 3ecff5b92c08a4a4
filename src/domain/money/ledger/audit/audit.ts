import { type Db, inSnapshotAcrossMerchants, type Tx } from '../../../../platform/db/database.ts';
import { hasAnswered } from '../../../../platform/db/driver/violations.ts';
import { AuditUnfinished, type Finding, Findings, type Progress } from './findings.ts';
import { startOf, walkJournals } from './ledger.ts';
import { nextMerchantAcrossMerchants } from './ledger-queries.ts';
import { type Checks, rowChecks } from './row-checks.ts';
import { type Batch, endOfRowsAcrossMerchants, type Ordered, type Place } from './row-queries.ts';

const batchSize = 5000;
/** How often a sandbox may be reset while its ledger is audited. */
const mostResets = 3;
const [lowest, highest] = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

type Options = {
  /** The audit goes on when it returns. */
  readonly progress?: (progress: Progress) => void | Promise<void>;
  /** Ends the audit before its next batch. */
  readonly signal?: AbortSignal;
  readonly size?: number;
};

/**
 * Recomputes the ledger for the job `ledger.audit` and for the operator's command. A sound ledger has no findings. It reads batches,
 * each in a snapshot and a short transaction of its own: it delays neither payments nor VACUUM, and payments that go on meanwhile
 * are no findings.
 *
 * @throws AuditUnfinished
 *
 * Decisions 0010 and 0052.
 */
export async function auditLedgerAcrossMerchants(db: Db, options: Options = {}): Promise<readonly Finding[]> {
  const audit = new Audit(db, options);
  try {
    await audit.run();
  } catch (error) {
    throw new AuditUnfinished(audit.progress, audit.findings(), error);
  }
  if (audit.failed) throw new AuditUnfinished(audit.failed.progress, audit.findings(), audit.failed.error);
  return audit.findings();
}

class Audit {
  readonly #db: Db;
  readonly #options: Options;
  readonly #size: number;
  readonly #findings = new Findings();
  progress: Progress = { what: 'journals', done: 0 };
  /** The first ledger or table that could not be read. What comes after it was read all the same. */
  failed: { readonly progress: Progress; readonly error: unknown } | undefined;

  constructor(db: Db, options: Options) {
    this.#db = db;
    this.#options = options;
    this.#size = options.size ?? batchSize;
  }

  findings(): readonly Finding[] {
    return this.#findings.all();
  }

  async run(): Promise<void> {
    await this.#ledgers();
    for (const { what, table, checks } of rowChecks) await this.#tried(() => this.#rows(what, table, checks));
  }

  /** A merchant with too many rows for one statement must not hide the faults of others. */
  async #tried(read: () => Promise<void>): Promise<void> {
    try {
      await read();
    } catch (error) {
      if (!hasAnswered(error)) throw error;
      this.failed ??= { progress: this.progress, error };
    }
  }

  async #ledgers(): Promise<void> {
    this.progress = { what: 'journals', done: 0 };
    let merchant: string | undefined = lowest;
    for (;;) {
      const after: string = merchant;
      merchant = await this.#snapshot((tx) => nextMerchantAcrossMerchants(tx, after));
      if (merchant === undefined) return;
      const of = merchant;
      await this.#tried(() => this.#ledger(of, mostResets));
    }
  }

  /** Findings count only once the whole ledger of the merchant was read: a reset in between makes them void. */
  async #ledger(merchant: string, resets: number): Promise<void> {
    const findings: Finding[] = [];
    const { done } = this.progress;
    let walked = startOf(merchant);
    for (;;) {
      const step = await this.#snapshot((tx) => walkJournals(tx, walked, this.#size));
      if (step === 'again') {
        if (resets === 0) throw new Error(`the sandbox of merchant ${merchant} is reset again and again`);
        this.progress = { what: 'journals', done };
        return this.#ledger(merchant, resets - 1);
      }
      await this.#advance(Number(step.walked.count - walked.count));
      // One by one: the stack does not hold a call with as many arguments as a ledger may have faults.
      for (const finding of step.findings) findings.push(finding);
      walked = step.walked;
      if (step.end) break;
    }
    this.#findings.add(findings);
  }

  async #rows(what: string, table: Ordered, checks: Checks): Promise<void> {
    this.progress = { what, done: 0 };
    let after: Place = { merchant: lowest, id: lowest };
    for (;;) {
      const from = after;
      const { end, wrong } = await this.#snapshot(async (tx) => {
        const upTo = await endOfRowsAcrossMerchants(tx, table, { after: from, size: this.#size });
        const batch = { after: from, upTo: upTo ?? { merchant: highest, id: highest } };
        return { end: upTo, wrong: await wrongIn(tx, checks, batch) };
      });
      this.#findings.add(wrong);
      if (end === undefined) return;
      await this.#advance(this.#size);
      after = end;
    }
  }

  #snapshot<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    this.#options.signal?.throwIfAborted();
    return inSnapshotAcrossMerchants(this.#db, work);
  }

  async #advance(by: number): Promise<void> {
    this.progress = { ...this.progress, done: this.progress.done + by };
    await this.#options.progress?.(this.progress);
  }
}

async function wrongIn(tx: Tx, checks: Checks, batch: Batch): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const [audit, check] of checks) {
    const wrong = await check(tx, batch);
    for (const { merchant_id: merchantId, about } of wrong) findings.push({ audit, merchantId, about });
  }
  return findings;
}
