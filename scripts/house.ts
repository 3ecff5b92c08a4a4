/** Checks what no linter says of the tree: layout, where things may stand, and words. Decision 0035. */
import { resolve } from 'node:path';
import { rules } from './house/rules.ts';
import { readTree } from './house/tree.ts';

const tree = readTree(resolve(import.meta.dirname, '..'));
for (const [name, rule] of Object.entries(rules)) {
  const offenders = rule(tree);
  if (offenders.length === 0) continue;
  process.exitCode = 1;
  console.log(`${name}:\n${offenders.map((offender) => `  ${offender}`).join('\n')}`);
}
