import type { Invoice } from './queries.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** The first moment after a due date: its UTC day counts whole. */
export function endOfDueDate(dueDate: string): Date {
  return new Date(new Date(dueDate).getTime() + dayMs);
}

/** @param now of the merchant */
export function isOverdue({ status, due_date }: Pick<Invoice, 'status' | 'due_date'>, now: Date): boolean {
  return status === 'sent' && now >= endOfDueDate(due_date);
}
