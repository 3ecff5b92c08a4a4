/** The statement that answers many reads of the same text. */
export type ForMany = {
  readonly text: string;
  /** Which values of a read are its ids, each once: the statement takes an array of each. */
  readonly ids: readonly number[];
  /** What is the same for all reads. It follows the arrays. */
  readonly constants: readonly unknown[];
};

/** A parameter of a statement: it has a name if it differs from call to call. */
type Parameter = { readonly name: string } | { readonly value: unknown };

type Row = Readonly<Record<string, unknown>>;

/**
 * Makes a statement that runs a read for each of many ids. It has one row for each of them, in their order; where the read finds none,
 * a row of NULLs. OFFSET keeps the planner from reading the tables in another way than for one.
 *
 * @param text a SELECT of at most one row; its parameters with names are UUIDs
 */
export function forMany(text: string, parameters: readonly Parameter[]): ForMany {
  const named = parameters.map((one) => ('name' in one ? one.name : undefined));
  const names = [...new Set(named.filter((name) => name !== undefined))];
  const constants = parameters.filter((one) => 'value' in one).map(({ value }) => value);
  let seen = 0;
  const places = named.map((name) => {
    if (name !== undefined) return `k.id${names.indexOf(name)}`;
    seen += 1;
    return `$${names.length + seen}`;
  });
  const read = text.replaceAll(/\$(\d+)/g, (_whole, place) => places[Number(place) - 1] ?? '');
  const arrays = names.map((_name, at) => `$${at + 1}::uuid[]`).join();
  const columns = names.map((_name, at) => `id${at}`).join();
  return {
    text: `select q.* from unnest(${arrays}) with ordinality as k(${columns},place) left join lateral (${read} offset 0) as q on true order by k.place`,
    ids: names.map((name) => named.indexOf(name)),
    constants,
  };
}

/** The values of the statement for these reads. */
export function valuesFor({ ids, constants }: ForMany, reads: readonly (readonly unknown[])[]): unknown[] {
  return [...ids.map((at) => reads.map((values) => values[at])), ...constants];
}

/** The row of each read. */
export function rowsOfEach(rows: readonly Row[], reads: number): readonly Row[][] {
  if (rows.length !== reads) throw new Error(`${reads} reads by id found ${rows.length} rows`);
  return rows.map((row) => (Object.values(row).every((value) => value === null) ? [] : [row]));
}
