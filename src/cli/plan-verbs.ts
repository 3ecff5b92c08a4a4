import type { Command } from 'commander';

const json = ['--json', 'print one JSON object'] as const;

const examples = `
Examples:
  npx mps platform-plan set standard --price 12.00 --tax 15.50
  npx mps platform-plan set large --name "Large shops" --price 49.00
  npx mps platform-plan assign large --merchant mer_… --price 39.00
`;

/** `mps platform-plan …`. */
export function addPlanVerbs(program: Command): void {
  const plan = program
    .command('platform-plan')
    .description('What merchants pay the platform every month.')
    .addHelpText('after', examples);
  plan
    .command('list')
    .description('List the plans with their prices and rates of tax.')
    .option(...json)
    .action(async (options) => (await import('./plans.ts')).listPlansVerb(options));
  plan
    .command('set')
    .description('Create a plan or change it; months that end afterwards are billed by it.')
    .argument('<plan>', 'its name here: lower-case letters, digits and hyphens')
    .option('--name <name>', 'the name that merchants see on invoices')
    .option('--price <amount>', 'of a month in USD, such as 10.00; 0.00 makes no invoices')
    .option('--tax <percent>', 'rate of tax, such as 15.00; 0.00 for none')
    .option(...json)
    .action(async (named, options) => (await import('./plans.ts')).setPlanVerb(named, options));
  plan
    .command('assign')
    .description('Put a merchant on a plan, with a price or a rate of tax of their own if these are given.')
    .argument('<plan>', 'the plan')
    .option('--merchant <id>', 'id of the merchant, mer_… (default: from DATA_DIR/demo.json)')
    .option('--price <amount>', "the merchant's own price of a month in USD")
    .option('--tax <percent>', "the merchant's own rate of tax")
    .option(...json)
    .action(async (named, options) => (await import('./plans.ts')).assignPlanVerb(named, options));
}
