import type { Db } from '../../platform/db/database.ts';
import { dbOfMode, type Operator } from '../support/operator.ts';
import { numberIn } from '../support/options.ts';

/** What every verb of `mps reconcile` takes. Statements are about live money: the sandbox is for trying. */
export type OfReconcile = { readonly sandbox?: true; readonly json?: true };

export const dbOf = (operator: Operator, { sandbox }: OfReconcile): Db =>
  dbOfMode(operator, sandbox ? 'sandbox' : 'live');

/** The command to type next, about the same gateway in the same mode: live has other statements and cases than the sandbox. */
export const nextCommand = (
  verb: 'import' | 'statements' | 'run' | 'cases',
  { gateway, sandbox }: { readonly gateway: string; readonly sandbox?: boolean | undefined },
): string => `npx mps reconcile ${verb} --gateway ${gateway}${sandbox ? ' --sandbox' : ''}`;

export const graceIn = (text: string): number => numberIn(text, '--grace', { least: 0, most: 60 });
