import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Schema } from '../../generate/bundle.ts';
import { closed, closedDefinitions } from '../../generate/rewrite.ts';
import type { Contract, Declared, Operation } from '../contract.ts';
import { type Exchange, jsonOf } from './client.ts';

/** Says what is wrong with an answer by the contract; undefined if nothing is. */
export type Conformance = (exchange: Exchange) => string | undefined;

const known = new WeakMap<Contract, Conformance>();

/** Checks the status, the type of the content, the body, and every declared header with its schema. */
export function conformanceTo(contract: Contract): Conformance {
  const conformance = known.get(contract) ?? compiledFor(contract);
  known.set(contract, conformance);
  return conformance;
}

function compiledFor({ schemas }: Contract): Conformance {
  const named: Readonly<Record<string, Schema>> = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, { ...schema }]),
  );
  const ajv = new Ajv2020({ strict: false, allErrors: true, discriminator: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'c', $defs: closedDefinitions({ ...named }) });
  const compiled = new Map<object, ValidateFunction>();
  const validatorOf = (schema: object) => {
    const validate = compiled.get(schema) ?? ajv.compile(closed({ ...schema }, { ...named }));
    compiled.set(schema, validate);
    return validate;
  };
  const violation = (schema: object, value: unknown) => {
    const validate = validatorOf(schema);
    return validate(value) ? undefined : ajv.errorsText(validate.errors, { dataVar: '' });
  };
  return (exchange) => {
    const declared = declaredFor(exchange.operation, exchange.status);
    if (!declared) return `${exchange.status} is not declared`;
    return (
      wrongContent(declared, exchange) ??
      wrongBody(declared, exchange, violation) ??
      wrongHeader(declared, exchange, violation)
    );
  };
}

export function statusNameOf({ answers }: Operation, status: number): string | undefined {
  return [String(status), `${Math.floor(status / 100)}XX`].find((name) => answers[name] !== undefined);
}

function declaredFor(operation: Operation, status: number): Declared | undefined {
  return operation.answers[statusNameOf(operation, status) ?? ''];
}

type Violation = (schema: object, value: unknown) => string | undefined;

function wrongContent({ schema, media }: Declared, { headers, text }: Exchange): string | undefined {
  const type = headers.get('content-type') ?? 'no content type';
  if (media.length > 0)
    return media.includes(type.split(';')[0] ?? '') ? undefined : `the content type is ${type}`;
  if (schema === undefined) return text === '' ? undefined : 'a body is sent where none is declared';
  return /^application\/json(;|$)/.test(type) ? undefined : `the content type is ${type}`;
}

function wrongBody({ schema }: Declared, { text }: Exchange, violation: Violation): string | undefined {
  if (schema === undefined) return undefined;
  const body = jsonOf(text);
  if (body === undefined) return 'the body is not JSON';
  const wrong = violation(schema, body);
  return wrong && `not as declared: ${wrong}`;
}

function wrongHeader(declared: Declared, { headers }: Exchange, violation: Violation): string | undefined {
  for (const { name, required, schema } of declared.headers) {
    const value = headers.get(name);
    if (value === null) {
      if (required) return `the header ${name} is missing`;
      continue;
    }
    const wrong = violation(schema, read(schema, value));
    if (wrong !== undefined) return `the header ${name} is not as declared: ${wrong}`;
  }
  return undefined;
}

/** Headers are texts; numbers among them are written in digits. */
function read(schema: object, value: string): unknown {
  const type: unknown = Reflect.get(schema, 'type');
  return (type === 'integer' || type === 'number') && /^-?[0-9.]+$/.test(value) ? Number(value) : value;
}
