export type Finding = {
  /** `A1` … */
  readonly audit: string;
  readonly merchantId: string;
  /** Ids and figures, for an operator. */
  readonly about: string;
};

export type Progress = {
  /** What is being audited, in the plural. */
  readonly what: string;
  /** How many of them have been. */
  readonly done: number;
};

/** The audit ended before it had read everything. What it found until then is wrong all the same. */
export class AuditUnfinished extends Error {
  override name = 'AuditUnfinished';
  readonly findings: readonly Finding[];

  constructor({ what, done }: Progress, findings: readonly Finding[], cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`${done} ${what} were audited, then: ${why}`, { cause });
    this.findings = findings;
  }
}

/** Of each rule. Whatever is wrong with more rows has one cause, and the list stays in memory. */
const most = 1000;

/** The findings of one audit, in the order of the rules. */
export class Findings {
  readonly #byRule = new Map<string, Finding[]>();

  all(): readonly Finding[] {
    return [...this.#byRule.keys()].toSorted().flatMap((rule) => this.#byRule.get(rule) ?? []);
  }

  add(findings: readonly Finding[]): void {
    for (const finding of findings) {
      const kept = this.#byRule.get(finding.audit) ?? [];
      this.#byRule.set(finding.audit, kept);
      if (kept.length < most) kept.push(finding);
      else if (kept.length === most)
        kept.push({ ...finding, about: `more than ${most} faults; the others are not listed` });
    }
  }
}
