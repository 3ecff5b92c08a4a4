import type { Rehearsal } from '../../domain/merchants/versions/rehearse.ts';
import type { TouchedEvent } from '../../domain/merchants/versions/touched-events.ts';
import type { Difference, TouchedOperation } from '../../domain/merchants/versions/touched-operations.ts';
import type { KnownChange } from '../../platform/contract/types.ts';

export function isTouched({ operations, events }: Rehearsal): boolean {
  return operations.length + events.length > 0;
}

/** By the names that scripts read. */
export function shownRehearsal(rehearsal: Rehearsal) {
  const { from, to, days, recordedSince, callsByHeader, operations, events, others } = rehearsal;
  return {
    from,
    to,
    days,
    recorded_since: recordedSince ?? null,
    calls_by_header: callsByHeader,
    touched: isTouched(rehearsal),
    operations: operations.map((one) => ({
      operation: one.operation,
      calls: one.calls,
      failures: one.failures,
      last_called_at: one.lastAt.toISOString(),
      changes: one.changes.map(shownChange),
      removed: one.removed,
      gone_fields: one.goneFields,
      gone_parameters: one.goneParameters,
      gone_codes: one.goneCodes,
      answer: one.answer,
      failure: one.failure,
    })),
    events: events.map(({ type, events: count, delivered, more, changes, fields, before, after }) => ({
      type,
      events: count,
      delivered,
      more,
      changes: changes.map(shownChange),
      fields,
      before,
      after,
    })),
    others: others.map(shownChange),
  };
}

function shownChange({ version, title }: KnownChange) {
  return { version, title };
}

/** For a person. */
export function linesOf({ from, to, days, operations, events, others }: Rehearsal): string[] {
  return [
    `From ${from} to ${to}, by the traffic of the last ${days} days:`,
    ...operations.flatMap((one) => ['', ...linesOfOperation(one)]),
    ...events.flatMap((one) => ['', ...linesOfEvent(one)]),
    '',
    `Not touched: ${others.map(titled).join('; ') || 'no other change'}`,
  ];
}

function titled({ version, title }: KnownChange): string {
  return `${title} (${version})`;
}

function linesOfOperation(one: TouchedOperation): string[] {
  const gone = [
    ['fields', one.goneFields],
    ['parameters', one.goneParameters],
    ['codes', one.goneCodes],
  ] as const;
  return [
    `${one.operation}: ${one.calls} calls, ${one.failures} of them failed, the last at ${one.lastAt.toISOString()}`,
    ...one.changes.map((change) => `  change: ${titled(change)}`),
    ...(one.removed ? ['  the later version does not have this operation'] : []),
    ...gone
      .filter(([, names]) => names.length > 0)
      .map(([what, names]) => `  ${what} in use that go: ${names.join(', ')}`),
    ...one.answer.map((field) => `  answer, ${inALine(field)}`),
    ...one.failure.map((field) => `  failure, ${inALine(field)}`),
  ];
}

function linesOfEvent(one: TouchedEvent): string[] {
  return [
    `${one.type}: ${one.more ? 'at least ' : ''}${one.events} events, ${one.delivered} of them delivered`,
    ...one.changes.map((change) => `  change: ${titled(change)}`),
    ...one.fields.map((field) => `  ${inALine(field)}`),
    `  today: ${JSON.stringify(one.before)}`,
    `  after: ${JSON.stringify(one.after)}`,
  ];
}

function inALine({ field, before, after }: Difference<string>): string {
  return `${field}: ${before ?? '(not there)'} → ${after ?? '(not there)'}`;
}

/** What it means, and what to do next. */
export function conclusions(rehearsal: Rehearsal, app: string): string[] {
  const { to, recordedSince, callsByHeader } = rehearsal;
  return [
    recordedSince === undefined
      ? 'No call of this app is recorded: this says nothing about its requests.'
      : `Its calls are recorded since ${recordedSince}.`,
    ...(callsByHeader > 0
      ? [`${callsByHeader} calls named their version in the header: a move does not touch them.`]
      : []),
    isTouched(rehearsal)
      ? `Prepare the app; single calls can try the header Service-Version: ${to}. Then: npx mps version pin --app ${app} --to ${to}`
      : `Nothing touches the app. Move it: npx mps version pin --app ${app} --to ${to}`,
  ];
}
