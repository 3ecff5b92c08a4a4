/** The first line of a file whose statements run one by one, each in a transaction of its own. */
export const outside = '-- Runs outside a transaction.';

/** Stands above a statement that runs again and again, until it changes no row. */
const repeats = '-- Repeats until it changes no row.';

export type Step = {
  readonly text: string;
  readonly repeats: boolean;
  /** The index that this step builds. A failed build leaves it INVALID. */
  readonly builds?: string;
  /** Other sessions do not queue behind this step while it waits for a lock, so it may wait as long as it takes. */
  readonly waits: boolean;
};

const build = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS (\w+) ON \w+\b/;
const mayWait = [
  build,
  /^DROP INDEX CONCURRENTLY IF EXISTS \w+$/,
  /^ALTER TABLE \w+ VALIDATE CONSTRAINT \w+$/,
];
/** These lock the table, but only for a moment. */
const brief = [
  /^ALTER TABLE \w+ ALTER COLUMN \w+ SET NOT NULL$/,
  /^ALTER TABLE \w+ DROP CONSTRAINT IF EXISTS \w+$/,
  /^COMMENT ON \w+ /,
  /^ANALYZE \w+$/,
];
const batch = /^(UPDATE|DELETE FROM|INSERT INTO|WITH) /;

/**
 * The statements of a file that runs outside a transaction. The file may stop after any of them and start again, so only
 * statements that can run twice are allowed. There is no parser here: each statement ends with `;` at the end of a line.
 *
 * @throws Error that names the first statement that is not allowed
 */
export function stepsIn(file: string): readonly Step[] {
  const steps: Step[] = [];
  let lines: string[] = [];
  let above = '';
  for (const line of file.split('\n').map((raw) => raw.trimEnd())) {
    if (line === '' || line.startsWith('--')) {
      if (lines.length > 0) throw new Error(`a comment or an empty line stands inside: ${lines.join(' ')}`);
      above = line;
      continue;
    }
    lines.push(line.trim());
    if (!line.endsWith(';')) continue;
    steps.push(stepOf(lines.join(' ').slice(0, -1), above === repeats));
    lines = [];
    above = '';
  }
  if (lines.length > 0) throw new Error(`no ";" at the end of a line after: ${lines.join(' ')}`);
  return steps;
}

function stepOf(text: string, again: boolean): Step {
  if (/[;$]|--|\/\*/.test(text) || (text.match(/'/g)?.length ?? 0) % 2 === 1)
    throw new Error(`a simple statement holds no ";" inside, no "$" and no comment: ${text}`);
  const builds = build.exec(text)?.[1];
  const waits = mayWait.some((form) => form.test(text));
  const allowed = again ? batch.test(text) : waits || brief.some((form) => form.test(text));
  if (!allowed) throw new Error(`cannot run outside a transaction, as README.md explains: ${text}`);
  return { text, repeats: again, waits, ...(builds !== undefined && { builds }) };
}
