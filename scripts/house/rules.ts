import * as language from './language.ts';
import * as layout from './layout.ts';
import * as migrations from './migrations.ts';
import * as source from './source.ts';

/** What must hold in the tree, by name. Each has a planted violation in test/architecture/house.test.ts. */
export const rules = { ...layout, ...source, ...language, ...migrations };

export type RuleName = keyof typeof rules;
