import type { RailKind } from './rail-kind.ts';

/** Every kind of rail, by the name that `rail` of an entry has. */
export const railKinds: Readonly<Record<string, RailKind>> = {};
