import { apiVersions } from '../../app/release.ts';
import { NoWayBack, wayBackEnds } from '../../domain/merchants/accounts/pin.ts';
import { setApp } from '../../domain/merchants/accounts/set-app.ts';
import { mostDays } from '../../domain/merchants/accounts/terms.ts';
import { rehearse } from '../../domain/merchants/versions/rehearse.ts';
import { now } from '../../platform/clock.ts';
import { ApiError } from '../../platform/errors.ts';
import { showId } from '../../platform/ids.ts';
import { endpointOf, type OfApp, ofEndpoint } from '../support/endpoint.ts';
import { onDatabases } from '../support/operator.ts';
import { noWayBack, numberIn } from '../support/options.ts';
import { exitCodes, Failure, printJson, printLines, printOne, say } from '../support/print.ts';
import { shownApp } from './apps.ts';
import { conclusions, isTouched, linesOf, shownRehearsal } from './shown-rehearsal.ts';

type ToVersion = OfApp & { readonly json?: true; readonly to: string };

/** `mps version rehearse`: what a later version would change for an app; exits with 8 if something touches it. Decision 0072. */
export async function rehearseVerb(options: ToVersion & { readonly days: string }): Promise<void> {
  const days = numberIn(options.days, '--days', { least: 1, most: mostDays });
  const { app, rehearsal } = await onDatabases(async (operator) => {
    const found = await endpointOf(operator, options);
    const { mode, api_version: pin } = found;
    const ctx = { db: operator.databases[mode], mode, versions: apiVersions };
    const wanted = { to: options.to, days };
    const made = await rehearse(ctx, { ...ofEndpoint(found), pin }, wanted).catch(inWords);
    return { app: showId('app', found.app_id), rehearsal: made };
  });
  if (options.json) printJson({ app_id: app, ...shownRehearsal(rehearsal) });
  else printLines(linesOf(rehearsal).join('\n'));
  for (const words of conclusions(rehearsal, app)) say(words);
  if (isTouched(rehearsal)) process.exitCode = exitCodes.checkFailed;
}

/** `mps version pin`: moves an app to a later version, or back within 72 hours. Decision 0072. */
export async function pinVerb(options: ToVersion): Promise<void> {
  const { before, after } = await onDatabases(async (operator) => {
    const app = await endpointOf(operator, options);
    const of = { ...ofEndpoint(app), by: operator.by };
    const ctx = { platform: operator.databases.platform, versions: apiVersions };
    await setApp(ctx, of, { apiVersion: options.to }).catch(inWords);
    return { before: app.api_version, after: await endpointOf(operator, { app: showId('app', of.appId) }) };
  });
  printOne(shownApp(after), options);
  if (before === after.api_version) return say('The app was pinned to this version already.');
  say(
    'Every running process takes this up within a second. Events that were recorded before keep their version.',
  );
  if (before < after.api_version && apiVersions.has(before))
    say(
      `Back, until ${wayBackEnds(now()).toISOString()}: npx mps version pin --app ${showId('app', after.app_id)} --to ${before}`,
    );
}

/** Words for what is refused of a version. */
function inWords(error: unknown): never {
  if (error instanceof NoWayBack) throw noWayBack(error);
  if (error instanceof ApiError && error.code === 'UNSUPPORTED_VERSION') {
    const supported: unknown = error.details?.['supported'];
    throw new Failure('usage', `--to takes one of: ${Array.isArray(supported) ? supported.join(', ') : ''}.`);
  }
  throw error;
}
