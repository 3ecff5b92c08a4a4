import type { Command } from 'commander';
import { exitCodes, printJson, printTable } from '../../support/print.ts';
import { accessOf, type Common, tell, withCommon } from '../access/access.ts';
import { checkAddress, checkFile, checkKey, checkNode, checkTls } from './checks.ts';

export function addDoctorVerb(program: Command): void {
  withCommon(
    program
      .command('doctor')
      .description(
        'Check Node, the address, the key, the clocks, the webhook URL and TLS; exits with 8 if something is wrong.',
      ),
  )
    .addHelpText('before', 'Examples:\n  mps doctor\n  mps doctor --profile live --json\n')
    .action(doctorVerb);
}

async function doctorVerb(options: Common): Promise<void> {
  const access = accessOf(options);
  const address = await checkAddress(access);
  const isThere = address.at(0)?.state === 'ok';
  const checks = [
    checkNode(),
    ...checkFile(),
    ...address,
    ...(await checkTls(access.baseUrl)),
    ...(isThere ? await checkKey(access) : []),
  ];
  if (options.json) printJson(checks);
  else printTable(checks.map(({ check, state, found }) => ({ check, state, found })));
  for (const { state, next } of checks) if (state !== 'ok' && next !== undefined) tell(access, next);
  if (checks.some(({ state }) => state === 'failed')) process.exitCode = exitCodes.checkFailed;
}
