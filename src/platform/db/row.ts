import type { Selectable } from 'kysely';
import type { ModeTables } from '../../../generated/database.ts';

/** A row of a mode's table, as it was read. */
export type Row<T extends keyof ModeTables> = Selectable<ModeTables[T]>;
