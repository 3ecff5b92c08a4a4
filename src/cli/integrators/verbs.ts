import type { Command } from 'commander';
import { addCompletionVerb } from './about/completion.ts';
import { addDoctorVerb } from './about/doctor.ts';
import { addMapOption } from './about/map.ts';
import { addOpenVerb } from './about/open.ts';
import { addAccountVerbs } from './access/account.ts';
import { addCallVerb } from './calls/verb.ts';
import { addTriggerVerb } from './events/trigger.ts';
import { addEventVerbs } from './events/verbs.ts';
import { addLogsVerb } from './listening/logs.ts';
import { addListenVerb } from './listening/verb.ts';
import { addPayVerb } from './sandbox/pay.ts';
import { addSandboxVerbs } from './sandbox/verbs.ts';

const adders = [
  addListenVerb,
  addTriggerVerb,
  addEventVerbs,
  addLogsVerb,
  addPayVerb,
  addSandboxVerbs,
  addCallVerb,
  addDoctorVerb,
  addAccountVerbs,
  addOpenVerb,
  addCompletionVerb,
  addMapOption,
];

/** The verbs that call a service with a merchant's key. They need neither its settings nor its database. Decision 0100. */
export function addIntegratorVerbs(program: Command): void {
  for (const add of adders) add(program);
}
