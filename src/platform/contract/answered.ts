import type { IncomingMessage } from 'node:http';
import type { Operation } from './contract.ts';
import type { UsedNames } from './names.ts';

/** A call that was answered, of a caller with a key whose version is known. */
export type Answered<P> = {
  readonly principal: P;
  readonly operation: Operation;
  readonly version: string;
  /** The caller named the version, instead of leaving it to their app's pin. */
  readonly byHeader: boolean;
  readonly names: UsedNames;
  /** Of a failure. */
  readonly code: string | undefined;
};

/** What becomes known while a call is handled. */
export type Known<P> = {
  version?: string;
  operation?: Operation;
  principal?: P | undefined;
  names?: UsedNames;
  code?: string;
};

/** Undefined if the call was refused before its caller and version were known. */
export function answeredCall<P>(req: IncomingMessage, known: Known<P>): Answered<P> | undefined {
  const { version, operation, principal, names = { fields: [], parameters: [] }, code } = known;
  if (principal === undefined || version === undefined || operation === undefined) return undefined;
  return {
    principal,
    operation,
    version,
    byHeader: req.headers['service-version'] !== undefined,
    names,
    code,
  };
}

/** The code of a failure that a handler answered. */
export function codeIn(text: string): string {
  const { code }: { readonly code: string } = JSON.parse(text);
  return code;
}
