import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { fieldsIn } from '../versions/fields.ts';
import { foldersIn } from '../versions/frozen.ts';
import { type Document, type Documents, type Files, found, madeBy, operationsOf } from './bundle.ts';
import { errorRowsIn } from './errors.ts';
import { factsIn } from './operations.ts';
import { generateValidators } from './validators.ts';

/** What a folder of `src/versions/` holds, as far as it is there. */
type Frozen = {
  readonly date: string;
  readonly documents: Documents | undefined;
  readonly notice: { readonly deprecated: string; readonly retired: string } | undefined;
};

/** Only these: answers and events are made by our own code, in the newest shape. The rest judges them, and removed operations. */
const kinds = ['params', 'body', 'answers', 'events'] as const;

/**
 * `versions.ts`: date → the contract and the notice of a version, with the validators of each older one beside it.
 *
 * @param folder where the frozen documents are
 */
export async function generateVersions(folder: string, { openapi }: Documents): Promise<Files> {
  const all = await Promise.all(foldersIn(folder).map((date) => readFrozen(folder, date)));
  const older = all.filter(({ date, documents }) => documents && date < openapi.info.version);
  const files = older.map(({ date, documents }) => (documents ? generateContract(date, documents) : {}));
  const known = new Set(operationsOf(openapi).map(({ operation }) => operation.operationId));
  const removed = older
    .flatMap(({ documents }) => (documents ? operationsOf(documents.openapi) : []))
    .map(({ operation }) => operation.operationId)
    .filter((id) => !known.has(id));
  return {
    ...Object.assign({}, ...files),
    'versions.ts': indexOf(all, older, [...new Set(removed)]),
    'validators/parameters.json': JSON.stringify(parametersIn(openapi)),
  };
}

async function readFrozen(folder: string, date: string): Promise<Frozen> {
  const read = (name: string) => readFile(join(folder, date, name), 'utf8').catch(() => 'null');
  const openapi: Document | null = parse(await read('openapi.yaml'));
  const webhooks: Document | null = parse(await read('webhooks.yaml'));
  // A notice has both days: nothing is deprecated without saying when it ends.
  const notice: Frozen['notice'] | null = parse(await read('notice.yaml'));
  return {
    date,
    documents: openapi && webhooks ? { openapi, webhooks } : undefined,
    notice: notice?.deprecated && notice.retired ? notice : undefined,
  };
}

/** The files of one older version: what contract.ts types as `Contract`. */
export function generateContract(date: string, documents: Documents): Files {
  const validators = generateValidators(documents, kinds);
  const parts = [
    'validators/index.json',
    ...kinds.flatMap((kind) => [`validators/${kind}.js`, `validators/${kind}.d.ts`]),
  ];
  const files = parts.map((name) => [`${date}/${name.replace('validators/', '')}`, validators[name] ?? '']);
  const { openapi } = documents;
  return {
    ...Object.fromEntries(files),
    [`${date}/contract.js`]: `${madeBy}${kinds
      .map((kind) => `import { functions as ${kind} } from './${kind}.js';\n`)
      .join('')}import index from './index.json' with { type: 'json' };

export const contract = {
  operations: ${JSON.stringify(factsIn(openapi))},
  rows: ${JSON.stringify(errorRowsIn(openapi))},
  parameters: ${JSON.stringify(parametersIn(openapi))},
  fields: ${JSON.stringify(fieldsIn(openapi))},
  index,
  functions: { ${kinds.join(', ')} },
};
`,
    [`${date}/contract.d.ts`]: `${madeBy}import type { Contract } from '../versions.ts';

export const contract: Contract;
`,
  };
}

function parametersIn(document: Document) {
  return Object.fromEntries(
    operationsOf(document).map(({ operation: { operationId: id } }) => [id, parametersOf(document, id)]),
  );
}

/** Of each parameter, where it is and of what type: a router reads no more. */
function parametersOf(document: Document, id: string) {
  const { parameters: shared, schemas } = document.components;
  const declared = operationsOf(document).find(({ operation }) => operation.operationId === id);
  return (declared?.operation.parameters ?? []).map((parameter) => {
    const { name, in: place, schema } = found(parameter, shared);
    return { name, in: place, schema: { type: found(schema, schemas).type } };
  });
}

const fieldsType = `/** What a contract calls the parts of an operation: paths of fields, such as \`items[].name\`, and query parameters. */
export type OperationFields = {
  readonly body: readonly string[];
  readonly query: readonly string[];
  /** Field of a success → the contract's types and values of it, in words. */
  readonly answer: Readonly<Record<string, string>>;
  /** The same of failures. */
  readonly failure: Readonly<Record<string, string>>;
};
`;

function indexOf(all: readonly Frozen[], older: readonly Frozen[], removed: readonly string[]): string {
  const entries = all.map(({ date, notice }) => {
    const contract = older.some((one) => one.date === date) ? [`contract: ${nameOf(date)}`] : [];
    const given = notice
      ? [`notice: ${JSON.stringify({ deprecated: notice.deprecated, retired: notice.retired })}`]
      : [];
    const parts = [...contract, ...given];
    return `  ${JSON.stringify(date)}: {${parts.length === 0 ? '' : ` ${parts.join(', ')} `}},\n`;
  });
  const imports = older.map(
    ({ date }) => `import { contract as ${nameOf(date)} } from './${date}/contract.js';\n`,
  );
  return `${madeBy}import type { ValidateFunction } from 'ajv';
import type { ErrorRow } from './error-catalogue.ts';
import type { OperationFacts } from './operations.ts';
${imports.join('')}
type Functions = Readonly<Record<string, ValidateFunction>>;
type Names = Readonly<Record<string, string>>;

${fieldsType}
/** One version's documents, made usable: facts about its operations, and validators. */
export type Contract = {
  readonly operations: Readonly<Record<string, OperationFacts>>;
  readonly fields: Readonly<Record<string, OperationFields>>;
  /** operationId → the codes of its validation errors. */
  readonly rows: Readonly<Record<string, readonly ErrorRow[]>>;
  /** Which function validates what: by operationId, or by type of event. */
  readonly index: {
    readonly params: Names;
    readonly body: Names;
    readonly answers: Readonly<Record<string, Names>>;
    readonly events: Names;
  };
  readonly functions: {
    readonly params: Functions;
    readonly body: Functions;
    readonly answers: Functions;
    readonly events: Functions;
  };
  /** operationId → its parameters, for routing. */
  readonly parameters: Readonly<
    Record<string, readonly { readonly name: string; readonly in: string; readonly schema: { readonly type?: unknown } }[]>
  >;
};

/** The days, in UTC, on which the notice of a version begins and on which the version ends. */
export type Notice = { readonly deprecated: string; readonly retired: string };

/** Operations that an older version has and the newest one does not. */
export type RemovedOperationId = ${removed.map((id) => JSON.stringify(id)).join(' | ') || 'never'};

/** Date → what \`src/versions/\` has of a version. The newest has no contract here: the rest of \`generated/\` is that. */
export const frozen: Readonly<Record<string, { readonly contract?: Contract; readonly notice?: Notice }>> = ${
    entries.length === 0 ? '{}' : `{\n${entries.join('')}}`
  };
`;
}

function nameOf(date: string): string {
  return `of${date.replaceAll('-', '')}`;
}
