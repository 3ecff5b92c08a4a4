import type { Principal } from '../../../engine/principal.ts';
import type { Answered } from '../../../platform/contract/answered.ts';
import type { Tally } from './queries.ts';

/** So many rows are kept in memory at most, however many apps call. */
const mostTallies = 5000;

const sets = ['fields', 'parameters', 'codes'] as const;
type Sets = (typeof sets)[number];
type Named = Omit<Tally, Sets | 'calls' | 'failures' | 'lastAt'>;
type Counting = Named & { readonly [Name in Sets]: Set<string> } & {
  calls: number;
  failures: number;
  lastAt: Date;
};

const dayMs = 24 * 60 * 60 * 1000;

/** Adds up the calls of one mode until they are written. */
export class Tallies {
  #counting = new Map<string, Counting>();
  #lost = 0;

  add({ principal, operation, version, byHeader, names, code }: Answered<Principal>, at: Date): void {
    const { merchantId, appId } = principal;
    const day = Math.floor(at.getTime() / dayMs);
    const key = `${appId} ${operation.id} ${version} ${byHeader} ${day}`;
    let tally = this.#counting.get(key);
    if (tally === undefined) {
      const shownDay = at.toISOString().slice(0, 10);
      const named = { merchantId, appId, day: shownDay, operation: operation.id, version, byHeader };
      tally = this.#start(key, named);
    }
    if (tally === undefined) {
      this.#lost += 1;
      return;
    }
    tally.calls += 1;
    tally.lastAt = at;
    for (const name of names.fields) tally.fields.add(name);
    for (const name of names.parameters) tally.parameters.add(name);
    if (code === undefined) return;
    tally.failures += 1;
    tally.codes.add(code);
  }

  /** Hands over what was counted, and begins anew. */
  take(): Tally[] {
    const taken = [...this.#counting.values()];
    this.#counting = new Map();
    return taken.map((tally) => ({
      ...tally,
      fields: [...tally.fields].toSorted(),
      parameters: [...tally.parameters].toSorted(),
      codes: [...tally.codes].toSorted(),
    }));
  }

  /** Takes back what could not be written. */
  giveBack(tallies: readonly Tally[]): void {
    for (const { calls, failures, lastAt, fields, parameters, codes, ...named } of tallies) {
      const { appId, operation, version, byHeader, day } = named;
      const key = `${appId} ${operation} ${version} ${byHeader} ${Date.parse(day) / dayMs}`;
      const tally = this.#counting.get(key) ?? this.#start(key, named);
      if (tally === undefined) {
        this.#lost += calls;
        continue;
      }
      tally.calls += calls;
      tally.failures += failures;
      if (tally.lastAt < lastAt) tally.lastAt = lastAt;
      const names = { fields, parameters, codes };
      for (const set of sets) for (const name of names[set]) tally[set].add(name);
    }
  }

  /** How many calls found no place since this was last asked. */
  takeLost(): number {
    const lost = this.#lost;
    this.#lost = 0;
    return lost;
  }

  #start(key: string, named: Named): Counting | undefined {
    if (this.#counting.size >= mostTallies) return undefined;
    const empty = { fields: new Set<string>(), parameters: new Set<string>(), codes: new Set<string>() };
    const tally = { ...named, ...empty, calls: 0, failures: 0, lastAt: new Date(0) };
    this.#counting.set(key, tally);
    return tally;
  }
}
