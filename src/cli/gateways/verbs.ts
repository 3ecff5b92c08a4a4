import type { Command } from 'commander';
import { exitCodes } from '../support/print.ts';

const json = ['--json', 'print one JSON object'] as const;
const name = ['[name]', 'the name of one entry (default: all)'] as const;
const usualSeconds = '15';

const examples = `
Examples:
  npx mps gateway list
  npx mps gateway check acquirer --json
  npx mps gateway watch --every 60
`;

/** `mps gateway …` and `mps golive …`. */
export function addGatewayVerbs(program: Command): void {
  const gateway = program
    .command('gateway')
    .description('The payment providers of gateways.yaml, which GATEWAYS names.')
    .addHelpText('after', examples);
  gateway
    .command('list')
    .description('List the gateways: rail, mode, address, routes, limits and fees.')
    .option(...json)
    .action(async (options) => (await import('./list.ts')).listGatewaysVerb(options));
  gateway
    .command('check')
    .description(
      `Sign on to each provider, ask for an echo and the status, and say what is wrong; exits with ${exitCodes.checkFailed} if something is. It never charges.`,
    )
    .argument(...name)
    .option(...json)
    .action(async (entry, options) => (await import('./check.ts')).checkGatewaysVerb(entry, options));
  gateway
    .command('watch')
    .description('Check the providers again and again, and print a line whenever one changes, until Ctrl-C.')
    .argument(...name)
    .option('--every <seconds>', 'the pause between two checks, 1 to 3600', usualSeconds)
    .option(...json)
    .action(async (entry, options) => (await import('./check.ts')).watchGatewaysVerb(entry, options));
  program
    .command('golive')
    .description('Whether a merchant can take real money.')
    .command('check')
    .description(
      `Check all that a merchant needs for live payments, and send a test event to the live app; exits with ${exitCodes.checkFailed} if something is missing.`,
    )
    .option('--merchant <id>', 'id of the merchant, mer_… (default: from DATA_DIR/demo.json)')
    .option('--app <id>', 'id of the live app, app_… (default: the only one)')
    .option(...json)
    .action(async (options) => (await import('./go-live.ts')).checkGoLiveVerb(options));
}
