import { accessSync, constants, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Command } from 'commander';
import { type Arguments, operationArguments } from '../../../../generated/arguments.ts';
import { type OperationFacts, type OperationId, operations } from '../../../../generated/operations.ts';
import { Failure, printJson, printJsonLine, printTable, say } from '../../support/print.ts';
import { type Access, accessOf, type Common, tell, withCommon } from '../access/access.ts';
import { type Call, call } from '../access/call.ts';
import { pagesOf } from '../access/pages.ts';
import { givenIn } from './body.ts';
import { fill, namesOf } from './fields.ts';
import { didYouMean } from './words.ts';

type Options = Common & {
  readonly data?: string;
  readonly all?: true;
  readonly output?: string;
  readonly fields?: true;
};

export function addCallVerb(program: Command): void {
  withCommon(
    program
      .command('call [operation] [field...]')
      .description(
        'Call an operation of the API by its id, with fields as name=value; without an id, list the operations.',
      ),
  )
    .option('-d, --data <json>', 'a body as JSON, @file, or @- for standard input; fields are added to it')
    .option('--all', 'walk all pages of a list, and print one JSON object a line')
    .option('-o, --output <file>', 'where to write a download')
    .option('--fields', 'list the fields of the operation instead of calling it')
    .addHelpText(
      'before',
      'Examples:\n  mps call getBalance\n  mps call getTransaction txn_…\n  mps call createCheckout amount=10.00 currency=USD merchantTransactionId=order-1 …\n  mps call createInvoice -d @invoice.json customer.name=Rudo items[0].quantity=2\n  mps call listTransactions status=completed --all\n',
    )
    .action(callVerb);
}

async function callVerb(
  operation: string | undefined,
  typed: readonly string[],
  options: Options,
): Promise<void> {
  if (operation === undefined) return listOperations(options);
  const id = operationIn(operation);
  const known: Arguments = operationArguments[id];
  if (options.fields) return listFields(known, options);
  refuseOutput(id, options);
  const given = await givenIn(known, options.data);
  const { path, query, body } = fill(known, typed, given.body);
  const isFilled = typeof body === 'object' && body !== null && Object.keys(body).length > 0;
  const asked: Call = { path, query, ...(given.file ? { file: given.file } : isFilled && { body }) };
  const access = accessOf(options);
  if (options.all) await printAll(access, id, asked);
  else printAnswer(await call(access, id, asked), options);
}

function operationIn(name: string): OperationId {
  if (isOperation(name)) return name;
  throw new Failure(
    'usage',
    `There is no operation "${name}".${didYouMean(name, Object.keys(operations))} List them: mps call`,
  );
}

function isOperation(name: string): name is OperationId {
  return Object.hasOwn(operations, name);
}

/** Before the call: a write must not happen and then be reported as wrong usage. */
function refuseOutput(id: OperationId, { output }: Options): void {
  const { media }: OperationFacts = operations[id];
  if (output !== undefined && media === undefined)
    throw new Failure('usage', `${id} answers no download. Leave -o out.`);
  if (output !== undefined) writing(output, () => accessSync(dirname(output), constants.W_OK));
}

/** @throws Failure if the file cannot be written */
function writing(file: string, work: () => void): void {
  try {
    work();
  } catch {
    throw new Failure('usage', `${file} cannot be written.`);
  }
}

function listOperations(options: Options): void {
  const rows = Object.entries(operationArguments).map(([id, { summary }]) => {
    const { method, path }: OperationFacts = operations[operationIn(id)];
    return { operation: id, call: `${method.toUpperCase()} ${path}`, summary };
  });
  if (options.json) printJson(rows);
  else printTable(rows);
}

function listFields(known: Arguments, options: Options): void {
  const kinds: Readonly<Record<string, string>> = { ...known.query, ...known.body };
  const rows = namesOf(known).map((field) => ({
    field,
    in: known.path.includes(field) ? 'path' : Object.hasOwn(known.query, field) ? 'query' : 'body',
    required: known.path.includes(field) || known.required.includes(field) ? 'yes' : '',
    kind: kinds[field] ?? 'string',
  }));
  if (options.json) printJson(rows);
  else printTable(rows);
}

async function printAll(access: Access, id: OperationId, asked: Call): Promise<void> {
  const { isList }: Arguments = operationArguments[id];
  if (!isList) throw new Failure('usage', `${id} answers no list. Leave --all out.`);
  let count = 0;
  let cursor: string | undefined;
  try {
    for await (const { items, next } of pagesOf(access, id, asked)) {
      for (const item of items) printJsonLine(item);
      count += items.length;
      cursor = next;
    }
  } catch (error) {
    if (cursor !== undefined) say(`The list broke off after ${itemsIn(count)}. Go on with: cursor=${cursor}`);
    throw error;
  }
  tell(access, `${itemsIn(count)}.`);
}

const itemsIn = (count: number): string => `${count} ${count === 1 ? 'item' : 'items'}`;

function printAnswer(data: unknown, { output }: Options): void {
  if (!Buffer.isBuffer(data)) return printJson(data);
  if (output === undefined) process.stdout.write(data);
  else writing(output, () => writeFileSync(output, data));
}
