import { outside, stepsIn } from '../../src/platform/db/migrations/statements.ts';
import { partsOf, type Statement, statementsOf } from './sql.ts';
import { filesOf, type Rule, type Source, type Tree } from './tree.ts';

/** The last files of the last release. Raise them with each release: what it has expanded may then be contracted. */
const released: Readonly<Record<string, string>> = { platform: '0003-notices.sql', mode: '0009-sandbox.sql' };
/** Ran before there was a table to lock. */
const baseline = released;

const folder = 'src/platform/db/migrations/';

type File = Source & { readonly schema: string; readonly name: string };
/** What is known while a statement is judged. */
type Known = {
  /** Made in the same file, so empty and unknown to others. */
  readonly fresh: ReadonlySet<string>;
  /** `table.column` whose check for NULL has been validated. */
  readonly checked: ReadonlySet<string>;
  /** The file takes away what nothing of the last release uses. */
  readonly contracts: boolean;
  readonly text: string;
};
type Judge = (statement: Statement, known: Known) => string | undefined;

const useOutside = 'move it to a file that runs outside a transaction';
const inBatches = `${useOutside}, and repeat it in batches`;
const oneReleaseLater =
  'the last release uses it: take it away one release later, with a "-- Contracts:" line';

/** No migration locks a table that has rows for longer than a moment. Decision 0053, and the README beside the migrations. */
export const migrationsLockBriefly: Rule = (tree) => {
  const files = migrationFiles(tree);
  return files.flatMap((file) => {
    if (file.name <= (baseline[file.schema] ?? '')) return [];
    const { path, text } = file;
    if (text.startsWith(`${outside}\n`)) return refusedOutside(file, files).map((why) => `${path}: ${why}`);
    const known = { ...knownAt(file, files), text };
    return statementsOf(text).flatMap((statement) => {
      const why = judge(statement, known);
      return why === undefined ? [] : [`${path}: ${statement.text.slice(0, 90)}: ${why}`];
    });
  });
};

function migrationFiles(tree: Tree): readonly File[] {
  return filesOf(tree, new RegExp(`^${folder}(platform|mode)/[^/]+\\.sql$`)).map((source) => {
    const [schema = '', name = ''] = source.path.slice(folder.length).split('/');
    return { ...source, schema, name };
  });
}

function knownAt(file: File, files: readonly File[]): Omit<Known, 'text'> {
  const earlier = files.filter(({ schema, name }) => schema === file.schema && name < file.name);
  const marker = /^-- Contracts: (\S+\.sql)/m.exec(file.text)?.[1] ?? '9';
  return {
    fresh: new Set(
      [...file.text.matchAll(/\bCREATE TABLE (?:IF NOT EXISTS )?(\w+)/g)].map(([, t = '']) => t),
    ),
    checked: checkedColumns([...earlier, file]),
    contracts: marker <= (released[file.schema] ?? ''),
  };
}

/** Columns of which a constraint says that they are not NULL, once it has been validated for all rows. */
function checkedColumns(files: readonly File[]): ReadonlySet<string> {
  const all = files.flatMap(({ text }) => statementsOf(text)).map(({ text }) => text);
  const columns = new Map<string, string>();
  const checked = new Set<string>();
  for (const text of all) {
    const [, table = '', rest = ''] = /^ALTER TABLE (\w+) (.*)$/.exec(text) ?? [];
    for (const action of partsOf(rest)) {
      const [, added, column] =
        /^ADD CONSTRAINT (\w+) CHECK \((\w+) IS NOT NULL\) NOT VALID$/.exec(action) ?? [];
      if (added !== undefined) columns.set(`${table}.${added}`, `${table}.${column}`);
      const [, validated] = /^VALIDATE CONSTRAINT (\w+)$/.exec(action) ?? [];
      checked.add(columns.get(`${table}.${validated}`) ?? '');
    }
  }
  return checked;
}

function refusedOutside(file: File, files: readonly File[]): readonly string[] {
  try {
    const { checked } = knownAt(file, files);
    return stepsIn(file.text).flatMap(({ text }) => {
      const [, table, column] = /^ALTER TABLE (\w+) ALTER COLUMN (\w+) SET NOT NULL$/.exec(text) ?? [];
      return table === undefined || checked.has(`${table}.${column}`) ? [] : [`${text}: ${notNull}`];
    });
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

const notNull =
  'it reads the whole table: first add CHECK (column IS NOT NULL) NOT VALID, then validate it, then set NOT NULL in the same file';

/** How to judge each kind of statement. The first that fits counts; one that none fits is refused. */
const kinds: readonly (readonly [form: RegExp, judge: Judge])[] = [
  [/^CREATE (UNIQUE )?INDEX CONCURRENTLY/, () => useOutside],
  [
    /^CREATE (UNIQUE )?INDEX/,
    ({ text }, { fresh }) =>
      fresh.has(/ ON (?:ONLY )?(\w+)/.exec(text)?.[1] ?? '')
        ? undefined
        : `build it CONCURRENTLY: ${useOutside}`,
  ],
  [/^CREATE TABLE .* AS /, () => 'make the table empty, and fill it in batches'],
  [
    /^CREATE (OR REPLACE )?(TABLE|FUNCTION|PROCEDURE|VIEW|TRIGGER|CONSTRAINT TRIGGER|TYPE|DOMAIN|SEQUENCE|EXTENSION)\b/,
    () => undefined,
  ],
  [/^(COMMENT|GRANT|REVOKE|ALTER (FUNCTION|VIEW|DEFAULT PRIVILEGES|SEQUENCE|TRIGGER))\b/, () => undefined],
  [/^DO\b/, judgeBlock],
  [/^ALTER TABLE/, judgeTable],
  [/^INSERT INTO \w+( \([^)]*\))? VALUES/, () => undefined],
  [/^(UPDATE|DELETE|INSERT|WITH|MERGE)\b/, judgeRows],
  [/^DROP (TRIGGER|POLICY)\b/, () => undefined],
  [/^DROP INDEX/, () => `drop it CONCURRENTLY: ${useOutside}`],
  [/^DROP (FUNCTION|VIEW|TABLE|TYPE|DOMAIN|SEQUENCE)\b/, judgeDrop],
];

const judge: Judge = (statement, known) => {
  const kind = kinds.find(([form]) => form.test(statement.text));
  return kind === undefined ? 'not known to lock only for a moment' : kind[1](statement, known);
};

function judgeRows({ text }: Statement, { fresh }: Known): string | undefined {
  const tables = [...text.matchAll(/\b(?:UPDATE|INTO|FROM|JOIN) (?:ONLY )?(\w+)/g)].map(
    ([, table = '']) => table,
  );
  return tables.every((table) => fresh.has(table)) ? undefined : inBatches;
}

/** A function that is made again in the same file may have been changed in a way that needs DROP first. */
function judgeDrop({ text }: Statement, known: Known): string | undefined {
  const name = /^DROP \w+ (?:IF EXISTS )?(\w+)/.exec(text)?.[1] ?? '';
  const again = new RegExp(`\\bCREATE (OR REPLACE )?(FUNCTION|VIEW) ${name}\\b`).test(known.text);
  return known.contracts || again ? undefined : oneReleaseLater;
}

const locking =
  /\b(UPDATE \w+ (\w+ )?SET|DELETE FROM|INSERT INTO|ALTER TABLE|CREATE (UNIQUE )?INDEX|LOCK|TRUNCATE|DROP|VACUUM|CLUSTER)\b/;
const grantsOnly =
  'a DO block may only grant, comment and create functions and triggers: nobody can see here what else it locks';
/** A trigger names statements, and runs none. */
const triggerEvents =
  /\b(BEFORE|AFTER) (INSERT|UPDATE|DELETE|TRUNCATE)( OR (INSERT|UPDATE|DELETE|TRUNCATE))*\b/g;
const harmless = /^\s*(GRANT|REVOKE|COMMENT)\b/;

/** Looks at the statements in the body of a DO, and at those that it puts together from literals. */
function judgeBlock({ bodies }: Statement): string | undefined {
  const inside = bodies.flatMap(statementsOf);
  const texts = inside.flatMap(({ text, literals, bodies: quoted }) => [
    text,
    ...literals.filter((literal) => !harmless.test(literal)),
    ...(/\bEXECUTE\b/.test(text) ? quoted : []),
  ]);
  return texts.some((text) => locking.test(text.replaceAll(triggerEvents, ''))) ? grantsOnly : undefined;
}

function judgeTable({ text }: Statement, known: Known): string | undefined {
  const [, table = '', rest = ''] = /^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?(\w+) (.*)$/.exec(text) ?? [];
  if (known.fresh.has(table)) return undefined;
  return partsOf(rest)
    .map((action) => judgeAction(action, table, known))
    .find((why) => why !== undefined);
}

type JudgeAction = (action: string, table: string, known: Known) => string | undefined;

/** What ALTER TABLE does to a table that has rows. The first that fits counts; one that none fits is refused. */
const actions: readonly (readonly [form: RegExp, judge: JudgeAction])[] = [
  [/^ADD CONSTRAINT \w+ (PRIMARY KEY|UNIQUE) USING INDEX /, () => undefined],
  [
    /^ADD (CONSTRAINT \w+ )?(FOREIGN KEY|CHECK|NOT NULL)\b/,
    (action) =>
      action.endsWith(' NOT VALID') ? undefined : 'add it NOT VALID, and validate it in the next file',
  ],
  [
    /^ADD (CONSTRAINT \w+ )?(PRIMARY KEY|UNIQUE|EXCLUDE)\b/,
    () => 'build a unique index CONCURRENTLY in one file, and add the constraint USING INDEX in the next',
  ],
  [/^ADD (COLUMN )?/, judgeColumn],
  [/^VALIDATE CONSTRAINT /, () => useOutside],
  [
    /^ALTER (COLUMN )?\w+ (SET DATA )?TYPE\b/,
    () => 'it rewrites the table: add a column, fill it in batches, and change over',
  ],
  [/^ALTER (COLUMN )?\w+ SET NOT NULL$/, () => notNull],
  [
    /^ALTER (COLUMN )?\w+ (SET DEFAULT|DROP DEFAULT|DROP NOT NULL|SET STATISTICS|SET STORAGE|SET COMPRESSION)\b/,
    () => undefined,
  ],
  [
    /^(DROP (?!CONSTRAINT)|RENAME )/,
    (_action, _table, { contracts }) => (contracts ? undefined : oneReleaseLater),
  ],
  [/^(DROP CONSTRAINT|ALTER CONSTRAINT|(ENABLE|DISABLE) TRIGGER|OWNER TO|SET \(|RESET \()/, () => undefined],
];

const judgeAction: JudgeAction = (action, table, known) => {
  const kind = actions.find(([form]) => form.test(action));
  return kind === undefined ? 'not known to lock only for a moment' : kind[1](action, table, known);
};

/** PostgreSQL adds a column without touching the rows if its value is the same for all of them, or there is none. */
function judgeColumn(action: string): string | undefined {
  if (/\bGENERATED\b(?!.*\bVIRTUAL\b)|\b(small|big)?serial\b/i.test(action))
    return 'it rewrites the table: add a plain column, and fill it in batches';
  if (/\b(REFERENCES|CHECK|UNIQUE|PRIMARY KEY)\b/.test(action))
    return 'add the column alone, then the constraint NOT VALID';
  const [, value = ''] = /\bDEFAULT (.*)$/.exec(action) ?? [];
  if (/\b(?!now\()\w+\(/.test(value))
    return 'its default may differ from row to row: add the column without, and fill it in batches';
  if (/\bNOT NULL\b/.test(action) && value === '') return 'NOT NULL needs a default';
  return undefined;
}
