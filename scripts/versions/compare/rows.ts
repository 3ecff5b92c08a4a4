import type { Place } from './source.ts';

/** Stale: a sign that is no longer needed. */
export type Verdict = 'breaking' | 'addition' | 'stale';

/** One change between two versions of the contract. */
export type Row = {
  readonly verdict: Verdict;
  /** The line of the document as it is written now. */
  readonly at: Place;
  /** Where the released document said it; only of what is gone. */
  readonly was?: Place;
  /** Which part: operation, answer or request, field. */
  readonly where: string;
  readonly reason: string;
  /** The operationIds and event types that are affected. */
  readonly touches: ReadonlySet<string>;
};

/** A change inside a part, before it is known which operations have the part. */
export type Finding = Pick<Row, 'verdict' | 'at' | 'was' | 'reason'> & { readonly trail: readonly string[] };

/** Joins findings that are one change seen from several operations. */
export class Report {
  readonly #rows = new Map<string, { finding: Finding; places: Set<string>; touches: Set<string> }>();

  add(owner: string, part: string, findings: readonly Finding[]): void {
    for (const finding of findings) {
      const { verdict, at, reason } = finding;
      const key = `${verdict} ${at.file}:${at.line} ${reason}`;
      const row = this.#rows.get(key) ?? { finding, places: new Set(), touches: new Set() };
      row.places.add(
        [`${owner}${part === '' ? '' : ` ${part}`}`, finding.trail.join('.')].filter(Boolean).join(', '),
      );
      if (owner !== '') row.touches.add(owner);
      this.#rows.set(key, row);
    }
  }

  /** Breaking changes first, then by file and line. */
  rows(): Row[] {
    const rows = [...this.#rows.values()].map(({ finding, places, touches }) => {
      const { verdict, at, was, reason } = finding;
      const [first = ''] = places;
      const others = Math.max(touches.size, 1) - 1;
      const where = others > 0 ? `${first} (and ${others} more)` : first;
      return {
        verdict,
        at: fixed(at),
        ...(was !== undefined && { was: fixed(was) }),
        where,
        reason,
        touches,
      };
    });
    return rows.toSorted(
      (a, b) =>
        order.indexOf(a.verdict) - order.indexOf(b.verdict) ||
        a.at.file.localeCompare(b.at.file) ||
        a.at.line - b.at.line ||
        a.reason.localeCompare(b.reason),
    );
  }
}

/** Without the documents, which a place looks its line up in. */
function fixed({ file, line }: Place): Place {
  return { file, line };
}

const order: readonly Verdict[] = ['breaking', 'stale', 'addition'];

export function within(step: string, findings: readonly Finding[]): Finding[] {
  return findings.map((finding) => ({ ...finding, trail: [step, ...finding.trail] }));
}

/** The row as one line, as in `BREAKING openapi.yaml:308 createCheckout answer 201, data.status: …`. */
export function lineOf({ verdict, at, was, where, reason }: Row): string {
  const label = { breaking: 'BREAKING', addition: 'addition', stale: 'stale   ' }[verdict];
  const before = was === undefined ? '' : ` (was ${was.file}:${was.line})`;
  return `${label} ${at.file}:${at.line} ${where === '' ? '' : `${where}: `}${reason}${before}`;
}
