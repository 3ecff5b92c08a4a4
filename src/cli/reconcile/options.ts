import { isDay } from '../../domain/reconciliation/statements/csv-cells.ts';
import type { Db } from '../../platform/db/database.ts';
import { contextOf, type Operator } from '../support/operator.ts';
import { numberIn } from '../support/options.ts';
import { Failure } from '../support/print.ts';

/** What every verb of `mps reconcile` takes. Statements are about live money: the sandbox is for trying. */
export type OfReconcile = { readonly sandbox?: true; readonly json?: true };

export const dbOf = (operator: Operator, { sandbox }: OfReconcile): Db =>
  contextOf(operator, { live: sandbox !== true }).db;

export function dayIn(text: string, option: string): string {
  if (!isDay(text)) throw new Failure('usage', `${option} takes a day such as 2026-01-31.`);
  return text;
}

export const graceIn = (text: string): number => numberIn(text, '--grace', { least: 0, most: 60 });
