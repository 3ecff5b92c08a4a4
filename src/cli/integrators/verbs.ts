import type { Command } from 'commander';
import { addListenVerb } from './listening/verb.ts';

/** The verbs that call a service with a merchant's key. They need neither its settings nor its database. Decision 0100. */
export function addIntegratorVerbs(program: Command): void {
  for (const add of [addListenVerb]) add(program);
}
