import { readFileSync } from 'node:fs';
import type { Document, Documents, Operation, Parameter, Schema } from '../../../scripts/generate/bundle.ts';

/** The operations that the made-up releases change; in tests only these are judged by contracts of their own. */
type Edited = Readonly<Record<string, Operation>>;

/** Both documents as they were in an older made-up release: those of the newest one, with its changes taken back. */
export function documentsAt(date: '2026-01-01' | '2098-01-01'): Documents {
  const documents = { openapi: documentNow('openapi'), webhooks: documentNow('webhooks') };
  for (const document of Object.values(documents)) document.info.version = date;
  edit(documents.openapi, before2099);
  addRemoved(documents.openapi);
  editEvent(documents.webhooks);
  if (date === '2026-01-01') edit(documents.openapi, before2098);
  return documents;
}

/** A document as it is today. */
export function documentNow(name: 'openapi' | 'webhooks'): Document {
  return JSON.parse(
    readFileSync(new URL(`../../../generated/${name}.json`, import.meta.url), 'utf8'),
  ) as Document;
}

function before2099({
  createCheckout,
  getCheckoutStatus,
  listTransactions,
  createPaymentLink,
}: Edited): void {
  rename(dataOf(createPaymentLink, '201'), 'url', 'link');
  rename(bodyOf(createCheckout), 'merchantTransactionId', 'reference');
  propertiesOf(dataOf(createCheckout, '201'))['requires_polling'] = { type: 'string', enum: ['yes', 'no'] };
  const status = dataOf(getCheckoutStatus, '200');
  rename(status, 'merchantTransactionId', 'reference');
  const value = propertiesOf(status)['status'];
  if (typeof value === 'object') value.enum = value.enum?.filter((one) => one !== 'expired') ?? [];
  for (const operation of [createCheckout, getCheckoutStatus]) renameInFailures(operation);
  parameterOf(listTransactions, 'search').name = 'q';
  parameterOf(getCheckoutStatus, 'id').name = 'checkout';
}

function renameInFailures(operation: Operation | undefined): void {
  for (const [code, { content }] of Object.entries(operation?.responses ?? {}))
    if (!code.startsWith('2')) rename(content?.['application/json']?.schema, 'message', 'text');
}

function before2098({ createCheckout }: Edited): void {
  const data = dataOf(createCheckout, '201');
  const { checkout_id: _id, payment_url: _url, ...others } = propertiesOf(data);
  data.properties = {
    ...others,
    session: { type: 'string' },
    requires_polling: { type: 'integer', enum: [0, 1] },
  };
  data.required = [...(data.required ?? []).filter((name) => name in others), 'session'];
}

const edited = ['createCheckout', 'getCheckoutStatus', 'listTransactions', 'createPaymentLink'];

/** Writes the operations that are edited without references, so that editing one does not change another. */
function edit(document: Document, change: (operations: Edited) => void): void {
  const operations: Record<string, Operation> = {};
  for (const [path, item] of Object.entries(document.paths ?? {}))
    for (const [method, operation] of Object.entries(item)) {
      if (!edited.includes(operation.operationId)) continue;
      const plain = dereferenced(document, operation);
      operations[operation.operationId] = plain;
      (document.paths ??= {})[path] = { ...document.paths[path], [method]: plain };
    }
  change(operations);
  const { paths = {} } = document;
  const status = Object.entries(paths).find(([, { get }]) => get?.operationId === 'getCheckoutStatus');
  if (!status || !status[0].includes('{id}')) return;
  delete paths[status[0]];
  paths[status[0].replace('{id}', '{checkout}')] = status[1];
}

function addRemoved({ paths = {}, components }: Document): void {
  const like = paths['/v1/account/balance']?.['get'];
  if (!like) throw new Error('getBalance is gone');
  const data = {
    type: 'object',
    required: ['currency', 'available'],
    properties: { currency: { type: 'string', enum: ['USD', 'ZWG'] }, available: { type: 'string' } },
  };
  const parameter: Parameter = {
    name: 'currency',
    in: 'query',
    schema: { type: 'string', enum: ['USD', 'ZWG'] },
  };
  const body = { type: 'object', required: ['success', 'data'], properties: { success: {}, data } };
  paths['/v1/account/available'] = {
    get: {
      ...like,
      operationId: 'getAvailable',
      parameters: [...(like.parameters ?? []), parameter],
      responses: { ...like.responses, '200': { content: { 'application/json': { schema: body } } } },
    },
  };
  if (!components.schemas) throw new Error('the document has no schemas');
}

function editEvent(document: Document): void {
  const event = document.webhooks?.['payment.capture.completed'];
  if (!event) throw new Error('payment.capture.completed is gone');
  event.post = dereferenced(document, event.post);
  const data = propertyOf(bodyOf(event.post), 'data');
  rename(data, 'merchantTransactionId', 'reference');
  propertiesOf(data)['psp'] = { type: 'string' };
  data.required?.push('psp');
}

/** The node without references. */
export function dereferenced<Node>(document: Document, node: Node): Node {
  const open: string[] = [];
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref: pointer, ...others } = value as Readonly<Record<string, unknown>>;
    const plain = Object.fromEntries(Object.entries(others).map(([name, child]) => [name, resolve(child)]));
    if (typeof pointer !== 'string') return plain;
    if (open.includes(pointer)) throw new Error(`${pointer} contains itself`);
    open.push(pointer);
    let target: unknown = document;
    for (const step of pointer.split('/').slice(1)) target = Reflect.get(Object(target), step);
    const whole = { ...(resolve(target) as object), ...plain };
    open.pop();
    return whole;
  };
  return resolve(node) as Node;
}

function bodyOf(operation: Operation | undefined): Schema {
  return present(operation?.requestBody?.content['application/json']?.schema);
}

function dataOf(operation: Operation | undefined, status: string): Schema {
  return propertyOf(present(operation?.responses[status]?.content?.['application/json']?.schema), 'data');
}

/** A property, in whichever part of the schema declares it as an object of its own. */
function propertyOf(schema: Schema, name: string): Schema {
  const found = holders(schema, name).map((holder) => propertiesOf(holder)[name]);
  return present(
    found.filter((one) => typeof one === 'object').findLast((one) => one.properties ?? one.allOf),
  );
}

function parameterOf(operation: Operation | undefined, name: string): Parameter {
  return present(operation?.parameters?.find((parameter) => parameter.name === name));
}

/** The schemas that declare a property: the schema itself, or a part of it. */
function holders(schema: Schema, name: string): Schema[] {
  const parts = [schema.allOf, schema.anyOf, schema.oneOf].flatMap((all) => all ?? []);
  const own = schema.properties && name in schema.properties ? [schema] : [];
  return [...own, ...parts.flatMap((part) => holders(part, name))];
}

function rename(schema: Schema | undefined, from: string, to: string): void {
  const visit = (part: Schema): void => {
    if (part.properties && from in part.properties) {
      const { [from]: value, ...others } = part.properties;
      part.properties = { ...others, ...(value !== undefined && { [to]: value }) };
    }
    if (part.required) part.required = part.required.map((name) => (name === from ? to : name));
    for (const other of [part.allOf, part.anyOf, part.oneOf]) for (const one of other ?? []) visit(one);
  };
  visit(present(schema));
}

function propertiesOf(schema: Schema): Record<string, Schema | boolean> {
  return (schema.properties ??= {});
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the contract has changed: adapt the made-up releases');
  return value;
}
