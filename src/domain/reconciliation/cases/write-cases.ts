import type { Tx } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import {
  type Case,
  insertCasesAcrossMerchants,
  insertChangesAcrossMerchants,
  type NewCase,
  type NewChange,
  type NewState,
  type Restated,
  setStatedAcrossMerchants,
  setStatesAcrossMerchants,
} from './queries.ts';

/** What a run writes as its name into the log. */
const nameOfRun = 'reconcile run';

/** A movement that a provider states, and nothing of ours explains. */
export const notExpected = {
  kind: 'missing_here',
  of_merchant: null,
  of_transaction: null,
  journal: null,
  expected: null,
  expected_currency: null,
  expected_on: null,
} as const;

/** What a run finds out about cases, gathered so that a page of them is a handful of statements. */
export class CaseWrites {
  readonly #opened: NewCase[] = [];
  readonly #notes = new Map<string, string>();
  readonly #states: NewState[] = [];
  readonly #restated: Restated[] = [];
  /** Cases that are open again, with the difference that they have now. */
  readonly #again: NewCase[] = [];
  readonly #changes: NewChange[] = [];
  readonly #by: string;
  readonly #why: string | null;

  /** @param why what the log says of each new state; absent: nothing */
  constructor(by: string = nameOfRun, why: string | null = null) {
    this.#by = by;
    this.#why = why;
  }

  /** @param note what else an operator should know of it */
  open(wanted: Omit<NewCase, 'id'>, note?: string): string {
    const id = newId();
    if (note !== undefined) this.#notes.set(id, note);
    this.#opened.push({ ...wanted, id });
    return id;
  }

  /** A later line or journal ends the difference. One that an operator resolved is explained too: it counts no longer. */
  explain(known: Case): void {
    if (known.resolution === 'explained_later') return;
    this.#move(known, { state: 'resolved', owner: known.owner, resolution: 'explained_later' }, 'resolved');
  }

  /** What explained the difference is gone. */
  reopen(known: Case): void {
    this.#move(known, { state: 'open', owner: known.owner, resolution: null }, 'reopened');
    this.#again.push(known);
  }

  /**
   * The difference of a known case is there. What an operator resolved stays resolved, unless further lines have made another difference
   * of it: nobody has seen that one.
   */
  keep(known: Case, found: Omit<Restated, 'id'>): void {
    const isOther = known.stated !== found.stated || known.stated_currency !== found.currency;
    const isBack = known.resolution === 'explained_later' || (known.resolution !== null && isOther);
    const now = isBack ? ({ state: 'open', resolution: null } as const) : known;
    if (isBack) {
      this.#move(known, { ...now, owner: known.owner }, 'reopened');
      this.#again.push({ ...known, ...statedIn(found) });
    }
    if (!isOther) return;
    this.#restated.push({ ...found, id: known.id });
    const { state, resolution } = now;
    const note = 'Further lines are about it.';
    this.#log(known.id, { change: 'noted', state, owner: known.owner, resolution, note });
  }

  /** @returns how many cases are new, explained and open again, and those that are new or open again */
  async write(
    tx: Tx,
  ): Promise<{ opened: number; explained: number; reopened: number; fresh: readonly NewCase[] }> {
    const isNew = await insertCasesAcrossMerchants(tx, this.#opened);
    for (const { id } of this.#opened) if (isNew.has(id)) this.#logOpened(id);
    await setStatesAcrossMerchants(tx, this.#states);
    await setStatedAcrossMerchants(tx, this.#restated);
    await insertChangesAcrossMerchants(tx, this.#changes);
    const explained = this.#states.filter(({ state }) => state === 'resolved').length;
    const fresh = [...this.#opened.filter(({ id }) => isNew.has(id)), ...this.#again];
    return { opened: isNew.size, explained, reopened: this.#states.length - explained, fresh };
  }

  #logOpened(id: string): void {
    const note = this.#notes.get(id);
    const opened = { change: 'opened', state: 'open', owner: null, resolution: null } as const;
    this.#log(id, { ...opened, ...(note !== undefined && { note }) });
  }

  #move({ id }: Case, to: Omit<NewState, 'id'>, change: NewChange['change']): void {
    this.#states.push({ ...to, id });
    this.#log(id, { ...to, change, note: this.#why });
  }

  #log(
    caseId: string,
    change: Omit<NewChange, 'id' | 'case_id' | 'by' | 'note'> & { readonly note?: string | null },
  ) {
    this.#changes.push({ note: null, ...change, id: newId(), case_id: caseId, by: this.#by });
  }
}

function statedIn({ stated, currency, on }: Omit<Restated, 'id'>) {
  return { stated, stated_currency: currency, stated_on: on };
}
