import { caseKinds, caseStates, resolutions } from '../../domain/reconciliation/cases/case-states.ts';
import {
  type CaseAction,
  CaseNotMovable,
  changeCase,
  longestOwner,
} from '../../domain/reconciliation/cases/change-case.ts';
import {
  findCaseAcrossMerchants,
  findChangesAcrossMerchants,
  findLinesOfCaseAcrossMerchants,
  listCasesAcrossMerchants,
} from '../../domain/reconciliation/cases/queries.ts';
import { uuidIn } from '../../platform/ids.ts';
import { onDatabases } from '../support/operator.ts';
import { mostListed, numberIn, sayRest, wordsIn } from '../support/options.ts';
import { Failure, printJson, printOne, printTable } from '../support/print.ts';
import { dbOf, type OfReconcile } from './options.ts';
import { cells, shownCase, shownLine } from './shown.ts';

type ListOptions = OfReconcile & {
  readonly state?: string;
  readonly kind?: string;
  readonly gateway?: string;
  readonly limit: string;
};

/** `mps reconcile cases`. Decision 0106. */
export async function casesVerb(options: ListOptions): Promise<void> {
  const limit = numberIn(options.limit, '--limit', { least: 1, most: mostListed });
  const state = oneOf(caseStates, options.state, '--state');
  const kind = oneOf(caseKinds, options.kind, '--kind');
  const wanted = { state, kind, gateway: options.gateway, unresolved: state === undefined };
  const found = await onDatabases((operator) =>
    listCasesAcrossMerchants(dbOf(operator, options), wanted, { before: undefined, most: limit + 1 }),
  );
  const cases = found.slice(0, limit).map(shownCase);
  if (options.json) printJson({ cases, more: found.length > limit });
  else printTable(cases.map(cells));
  sayRest(found, limit, 'No case fits.');
}

/** `mps reconcile show`. Decision 0106. */
export async function showVerb(id: string, options: OfReconcile): Promise<void> {
  const caseId = caseIn(id);
  const found = await onDatabases(async (operator) => {
    const db = dbOf(operator, options);
    const one = await findCaseAcrossMerchants(db, caseId);
    return (
      one && {
        one,
        lines: await findLinesOfCaseAcrossMerchants(db, one),
        changes: await findChangesAcrossMerchants(db, caseId),
      }
    );
  });
  if (!found) throw noCase(id, options);
  const log = found.changes.map(({ at, change, by, owner, resolution, note }) => ({
    at: at.toISOString(),
    change,
    by,
    owner,
    resolution,
    note,
  }));
  const lines = found.lines.map(shownLine);
  if (options.json) return printJson({ ...shownCase(found.one), lines, log });
  printOne(shownCase(found.one), options);
  printTable(lines.map(cells));
  printTable(log.map(cells));
}

type Noted = OfReconcile & { readonly note: string };

/** `mps reconcile assign`. Decision 0106. */
export function assignVerb(
  id: string,
  { to, note, ...options }: OfReconcile & { readonly to?: string; readonly note?: string },
): Promise<void> {
  return act(id, options, (by) => ({
    change: 'assigned',
    owner: to === undefined ? by : wordsIn(to, '--to', longestOwner),
    ...(note !== undefined && { note: noteIn(note) }),
  }));
}

/** `mps reconcile note`. Decision 0106. */
export function noteVerb(id: string, { note, ...options }: Noted): Promise<void> {
  return act(id, options, () => ({ change: 'noted', note: noteIn(note) }));
}

/** `mps reconcile resolve`. Decision 0106. */
export function resolveVerb(
  id: string,
  { as, note, ...options }: Noted & { readonly as: string },
): Promise<void> {
  const resolution = oneOf(resolutions, as, '--as') ?? 'accepted';
  return act(id, options, () => ({ change: 'resolved', resolution, note: noteIn(note) }));
}

/** `mps reconcile reopen`. Decision 0106. */
export function reopenVerb(id: string, { note, ...options }: Noted): Promise<void> {
  return act(id, options, () => ({ change: 'reopened', note: noteIn(note) }));
}

type Decided = CaseAction extends infer One ? (One extends CaseAction ? Omit<One, 'by'> : never) : never;

async function act(id: string, options: OfReconcile, decide: (by: string) => Decided): Promise<void> {
  const caseId = caseIn(id);
  try {
    const changed = await onDatabases((operator) =>
      changeCase(dbOf(operator, options), caseId, { ...decide(operator.by), by: operator.by }),
    );
    if (!changed) throw noCase(id, options);
    printOne(shownCase(changed), options);
  } catch (error) {
    if (error instanceof CaseNotMovable)
      throw new Failure('refused', `${error.message} Nothing was changed.`);
    throw error;
  }
}

const noteIn = (text: string): string => wordsIn(text, '--note');

function caseIn(text: string): string {
  const id = text.startsWith('case_') ? uuidIn(text) : undefined;
  if (id === undefined) throw new Failure('usage', `Name a case by an id such as case_…, not "${text}".`);
  return id;
}

const noCase = (id: string, { sandbox }: OfReconcile): Failure =>
  new Failure('notFound', `There is no case ${id} in ${sandbox ? 'the sandbox' : 'live'}.`);

function oneOf<Name extends string>(
  known: readonly Name[],
  text: string | undefined,
  option: string,
): Name | undefined {
  const name = known.find((one) => one === text);
  if (text !== undefined && name === undefined)
    throw new Failure('usage', `${option} is one of: ${known.join(', ')}.`);
  return name;
}
