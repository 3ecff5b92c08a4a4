import { filesOf, firstLines, type Rule, type Tree } from './tree.ts';

const queryFile = /[/-]queries\.ts$/;

function sourceOutside(tree: Tree, ...places: RegExp[]): Tree {
  return filesOf(tree, /^src\/.*\.ts$/).filter(({ path }) => !places.some((place) => place.test(path)));
}

/** SQL stands in query files, platform/db and platform/jobs. */
export const sqlInQueries: Rule = (tree) =>
  firstLines(
    sourceOutside(tree, queryFile, /^src\/platform\/(db|jobs)\//),
    /\b(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql`|CompiledQuery/,
  );

/** An exported query takes a MerchantId, or its name says that it reads across merchants. */
export const queriesNameTheirMerchant: Rule = (tree) =>
  sourceOutside(tree, /^src\/platform\//)
    .filter(({ path }) => queryFile.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^export (?:async )?function (\w+)[^(]*\(([^{]*?)\)(?::|\s*\{)/gms)]
        .filter(
          ([, name = '', parameters = '']) =>
            !parameters.includes('MerchantId') && !name.endsWith('AcrossMerchants'),
        )
        .map(([, name = '']) => `${path}: ${name}`),
    );

/** The database that a query is given is the mode: no query reads which one it is. */
export const queriesKnowNoMode: Rule = (tree) =>
  firstLines(filesOf(tree, /^src\/(domain|engine)\/.*queries\.ts$/), /\bmode\b/).filter(
    // Operators are shown the mode of an app.
    (line) => !line.includes("'a.mode'"),
  );

/** Time is read in platform/clock.ts and chance in platform/ids.ts. */
export const timeAndChance: Rule = (tree) =>
  firstLines(
    // What integrators copy cannot import them.
    sourceOutside(tree, /^src\/platform\/(clock|ids)\.ts$/, /^src\/sdk\//),
    /new Date\(\)|Date\.now\(|Math\.random\(|\brandom\w+\b.* from 'node:crypto'|crypto\.random/,
  );

/** Where a transaction may begin, and why. Everything else is given one. */
const edges: Readonly<Record<string, string>> = {
  'src/engine/calls/answer-once.ts': 'a call that writes',
  'src/engine/calls/leases.ts': 'the renewal of leases, across merchants',
  'src/engine/jobs/run-job.ts': 'a job',
  'src/pages/hosted/requests/owner.ts': 'a POST of a hosted page',
  'src/pages/dashboard/requests/acting.ts': 'a POST of the dashboard',
  'src/domain/people/': 'what people do to their own accounts, and a worker that sends mails',
  'src/domain/notices/deliveries/queries.ts': 'the worker that delivers, across merchants',
  'src/domain/notices/deliveries/claim-by-merchant-queries.ts': 'the same, where merchants are distributed',
  'src/domain/notices/deliveries/sweep-queries.ts': 'what workers that died left behind, across merchants',
  'src/domain/notices/listening/report.ts':
    'what a developer’s machine answered, which is no call of the contract',
  'src/domain/money/ledger/audit/audit.ts':
    'a daily job and a verb of the command line, a snapshot for each batch',
  'src/domain/notices/endpoints/record-settings-changes.ts':
    'a worker that reads the platform and writes the mode',
  'src/domain/notices/endpoints/change-endpoint.ts':
    'verbs of the command line, whose lock needs a transaction',
  'src/domain/merchants/accounts/create-merchant.ts': 'verbs of the command line and the first start',
  'src/domain/merchants/changes/change-merchant.ts':
    'verbs of the command line, whose lock needs a transaction',
  'src/domain/money/gateways/bank-files/':
    'a gateway that writes what it is asked, and a loop that makes and reads files, across merchants',
  'src/domain/money/capital/offer-as-operator.ts':
    'offers an advance for an operator, who calls it from the command line and the dashboard',
  'src/domain/merchants/onboarding/as-operator.ts':
    'verbs of the command line, which write the mode and the platform',
  'src/domain/merchants/sandbox/reset.ts': 'a daily job',
  'src/domain/merchants/traffic/record-traffic.ts':
    'the loop that records traffic and a daily job, across merchants',
  'src/domain/payments/disputes/file-store.ts':
    'the bytes of a file, between the two transactions of its upload',
  'src/domain/payments/attempts/ask-gateway.ts':
    'names the next gateway before it is asked, between the two transactions of a charge',
  'src/domain/payouts/payouts/complete-payout.ts':
    'notes that a payout goes to its gateway, before the question of a job',
  'src/domain/billing/collection/charge-try.ts':
    'notes that a gateway is asked, before the question of a job',
  'src/pages/callbacks/receive.ts': 'a call of a provider about one payment, refund or payout',
  'src/cli/support/acting.ts': 'verbs of the command line that act for a merchant',
  'src/domain/billing/reports/forget-reports.ts': 'a daily job',
  'src/domain/reconciliation/':
    'what operators import, compare and decide, across merchants: verbs of the command line and the dashboard',
  'src/domain/billing/platform-billing/set-plan.ts':
    'a verb of the command line, whose lock needs a transaction',
  'src/platform/db/': 'the openers themselves',
  'src/platform/jobs/': 'the queue of jobs',
};

/**
 * Only the files and folders listed in `edges` open a transaction. An exported function of platform/db opens one if it takes a
 * database and a `work` to run in the transaction.
 */
export const transactionsAtTheEdges: Rule = (tree) => {
  const openers = filesOf(tree, /^src\/platform\/db\/.*\.ts$/).flatMap(({ text }) =>
    [...text.matchAll(/^export (?:async )?function (\w+)<\w+>\(\s*db: \w*Db,[^{]*?\bwork: /gm)].map(
      ([, name = '']) => name,
    ),
  );
  if (!openers.includes('inPlatformTransaction'))
    return ['src/platform/db: its openers of transactions were not found'];
  const opens = new RegExp(`\\b(${openers.join('|')})\\b|\\.(start)?[tT]ransaction\\(`);
  const found = firstLines(filesOf(tree, /^src\/.*\.ts$/), opens);
  const atEdge = (line: string) => Object.keys(edges).find((edge) => line.startsWith(edge));
  return [
    ...found.filter((line) => atEdge(line) === undefined),
    ...Object.keys(edges)
      .filter((edge) => !found.some((line) => line.startsWith(edge)))
      .map((edge) => `${edge}: listed as an edge, and opens no transaction`),
  ];
};

/** The tables whose `status` is a list of words, as generated/database.ts has them. */
function statusTables(tree: Tree): string[] {
  const text = tree.find(({ path }) => path === 'generated/database.ts')?.text ?? '';
  const modes = text.slice(text.indexOf('ModeTables'), text.indexOf('PlatformTables'));
  return [...modes.matchAll(/^ {2}(\w+): \{\n([\s\S]*?)^ {2}\};/gm)]
    .filter(([, , columns = '']) => /^ {4}status: (Generated<)?'/m.test(columns))
    .map(([, table = '']) => table);
}

/** Only `move()` writes the status of a table whose status moves. */
export const statusesMove: Rule = (tree) => {
  const tables = statusTables(tree);
  if (tables.length === 0) return ['generated/database.ts: no table with a status was found'];
  const named = tables.join('|');
  const built = new RegExp(`updateTable\\('(${named})'\\)[^;]*?\\.set\\([^;]*?\\bstatus\\b\\s*[:,}]`);
  const written = new RegExp(
    `UPDATE (${named})\\b[^;\`]*?\\bSET\\b((?!WHERE|FROM|RETURNING)[^;\`])*?(SET|,)\\s*status\\s*=`,
    'i',
  );
  return sourceOutside(tree, /^src\/engine\/states\//)
    .filter(({ text }) => built.test(text) || written.test(text))
    .map(({ path }) => `${path}: writes a status without move()`);
};

/** Nothing is put off in the source. */
export const nothingPutOff: Rule = (tree) =>
  firstLines(filesOf(tree, /^src\/.*\.ts$/), /\bTODO\b|\bFIXME\b|not implemented/i);

/** No key or secret stands in the repository. */
export const noSecrets: Rule = (tree) =>
  firstLines(
    filesOf(tree, /^(src|test|scripts|docs)\/.*\.(ts|md|sql|py|toml|js|css|hbs)$/),
    /\b[srp]k_(test|live)_[0-9A-Za-z]{38}\b|\bwhsec_[0-9A-Za-z]{32}\b/,
  );

/** Entries of a list that is its own source; of any other type, `satisfies readonly X[]` lets an entry be left out. */
const listed = ['Setting', 'Filter'];

/** A list that must be complete is the source of its type. */
export const completeLists: Rule = (tree) =>
  firstLines(
    filesOf(tree, /^(src|scripts|test)\/(?!house\/).*\.ts$/).filter(
      ({ path }) => !path.startsWith('test/architecture/'),
    ),
    new RegExp(`\\bsatisfies readonly (?!(${listed.join('|')})\\[)\\w+(\\['\\w+'\\])*\\[\\]`),
  );

const tableOf = /CREATE TABLE (\w+)/g;

/** Every table of a migration is commented. */
export const tablesAreCommented: Rule = (tree) => {
  const files = filesOf(tree, /^src\/platform\/db\/migrations\/.*\.sql$/);
  const all = files.map(({ text }) => text).join('\n');
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(tableOf)]
      .filter(([, table]) => !all.includes(`COMMENT ON TABLE ${table} IS`))
      .map(([, table]) => `${path}: ${table} has no comment`),
  );
};

/** Both modes run the same migrations, so no table of a mode has a column that says the mode. */
export const noModeColumn: Rule = (tree) =>
  firstLines(filesOf(tree, /^src\/platform\/db\/migrations\/mode\/.*\.sql$/), /^\s*mode\s+text/);
