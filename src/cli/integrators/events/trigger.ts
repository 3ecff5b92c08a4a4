import type { Command } from 'commander';
import { type EventType, eventGroups } from '../../../../generated/event-registry.ts';
import { Failure, printJson, printOne, printTable } from '../../support/print.ts';
import { accessOf, type Common, refuseLive, tell, withCommon } from '../access/access.ts';
import { call } from '../access/call.ts';
import { fieldsOf } from '../access/profiles.ts';
import { put, stepsOf } from '../calls/fields.ts';
import { didYouMean } from '../calls/words.ts';
import { billingRecipes } from './recipes/billing.ts';
import { otherRecipes } from './recipes/others.ts';
import { paymentRecipes } from './recipes/payments.ts';
import { awaitEvent, type Body, newestOf, openShop } from './recipes/shop.ts';
import type { Recipe } from './recipes/steps.ts';

/**
 * How each event is caused over HTTP; `synthetic`: no call causes it, so it is only made up. A missing event does not compile.
 *
 * Decision 0100.
 */
export const recipes: Readonly<Record<EventType, Recipe | 'synthetic'>> = {
  ...paymentRecipes,
  ...billingRecipes,
  ...otherRecipes,
};

type Options = Common & { readonly set: readonly string[]; readonly list?: true; readonly synthetic?: true };

type Known = (typeof eventGroups)[number]['events'][number];

const every = eventGroups.flatMap(({ events }): readonly Known[] => events);

export function addTriggerVerb(program: Command): void {
  withCommon(
    program
      .command('trigger [event]')
      .description('Do in the sandbox what causes an event: real objects, and the event follows.'),
  )
    .option(
      '--set <path=value>',
      'a field of the first object that is made; may be repeated',
      (text, all: readonly string[]) => [...all, text],
      [],
    )
    .option('--list', 'list the events, and how each is triggered')
    .option('--synthetic', 'make the event up instead: nothing happens, and it says so')
    .addHelpText(
      'before',
      'Examples:\n  mps trigger payment.capture.completed --set amount=25.00\n  mps trigger compliance.process.failed --synthetic\n  mps trigger --list\n',
    )
    .action(triggerVerb);
}

async function triggerVerb(event: string | undefined, options: Options): Promise<void> {
  if (options.list) return list(options);
  if (event === undefined) throw new Failure('usage', 'Name an event. List them: mps trigger --list');
  const name = every.find(({ id }) => id === event)?.id;
  if (name === undefined) {
    const hint = didYouMean(
      event,
      every.map(({ id }) => id),
    );
    throw new Failure('usage', `There is no event "${event}".${hint} List them: mps trigger --list`);
  }
  const access = accessOf(options);
  refuseLive(access, 'trigger');
  if (options.synthetic) {
    if (options.set.length > 0) throw new Failure('usage', 'An event that is made up takes no --set.');
    const made = fieldsOf(await call(access, 'triggerTestEvent', { body: { type: name } }));
    return show(made['event_id'], name, made['resource_id'], options);
  }
  const recipe = isImplemented(name) ? recipes[name] : 'synthetic';
  if (recipe === 'synthetic')
    throw new Failure(
      'refused',
      `No call of the API causes ${name} in the sandbox. Make it up: mps trigger ${name} --synthetic`,
    );
  const before = new Set((await newestOf(access, name)).map(({ id }) => String(id)));
  await recipe(openShop(access, (body) => withSet(body, options.set)));
  const found = await awaitEvent(access, name, before);
  show(found['id'], name, found['resource_id'], options);
}

function isImplemented(name: string): name is keyof typeof recipes {
  return Object.hasOwn(recipes, name);
}

function withSet(body: Body, set: readonly string[]): Body {
  return set.reduce<Body>((made, each) => {
    const [, path = '', value = ''] = /^([^=]+)=([\s\S]*)$/.exec(each) ?? [];
    if (path === '') throw new Failure('usage', `--set takes path=value, not "${each}".`);
    return fieldsOf(put(made, stepsOf(path), value));
  }, body);
}

function show(id: unknown, type: string, resource: unknown, options: Options): void {
  printOne({ event: String(id), type, resource_id: String(resource) }, options);
  tell({ options }, `Look at it: mps events show ${String(id)}`);
}

function list(options: Options): void {
  const rows = every.map(({ id, description }) => ({
    event: id,
    how: isImplemented(id) && recipes[id] !== 'synthetic' ? 'real' : '--synthetic only',
    // The contract wraps long ones.
    description: description.trim().replaceAll(/\s+/g, ' '),
  }));
  if (options.json) printJson(rows);
  else printTable(rows);
}
