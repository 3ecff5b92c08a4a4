import { deliveryTerms } from '../../generated/event-registry.ts';
import { keepDemoSecret } from '../app/first-run.ts';
import { pauseEndpoint, resumeEndpoint } from '../domain/notices/endpoints/pause-endpoint.ts';
import { endPreviousSecret, type Roll, rollSecret } from '../domain/notices/endpoints/roll-secret.ts';
import { setEndpoint, type WantedEndpoint } from '../domain/notices/endpoints/set-endpoint.ts';
import { createEgress } from '../platform/http/egress.ts';
import { showId } from '../platform/ids.ts';
import { endpointOf, linesOf, type OfApp, ofEndpoint, shownEndpoint } from './endpoint.ts';
import { eventTypesIn } from './events-option.ts';
import { type Operator, onDatabases } from './operator.ts';
import { Failure, printJson, printTable, say } from './output.ts';
import { refusedAddressOr } from './receiver-address.ts';

type Options = OfApp & { readonly json?: true };
type Shown = Parameters<typeof linesOf>[0];

/** `mps webhook show`: where an app receives events, which, and whether it is paused. Spec: "Delivery and retry". */
export async function showWebhookVerb(options: Options): Promise<void> {
  const endpoint = await onDatabases((operator) => endpointOf(operator, options));
  print(shownEndpoint(endpoint), options);
}

export type SetOptions = Options & {
  readonly url?: string;
  readonly clearUrl?: true;
  readonly events?: string;
};

/** `mps webhook set`: the URL, the subscription, or both. Spec: "Events", "Delivery and retry". */
export async function setWebhookVerb(options: SetOptions): Promise<void> {
  const wanted = wantedOf(options);
  const { changed, after } = await onDatabases(async (operator) => {
    const of = ofEndpoint(await endpointOf(operator, options));
    const ctx = { platform: operator.databases.platform, egress: createEgress(operator.config.egress) };
    const different = await setEndpoint(ctx, of, wanted).catch((error: unknown) => {
      throw refusedAddressOr(error, wanted.url);
    });
    return { changed: different, after: await endpointOf(operator, { app: showId('app', of.appId) }) };
  });
  print({ ...shownEndpoint(after), changed }, options);
  if (changed.length === 0) return say('Nothing is different.');
  say('It counts for events from now on. Deliveries that were queued before go where they were to go.');
}

function wantedOf({ url, clearUrl, events }: SetOptions): WantedEndpoint {
  if (url !== undefined && clearUrl) throw new Failure('usage', '--url and --clear-url exclude each other.');
  if (url === undefined && !clearUrl && events === undefined)
    throw new Failure('usage', 'Say what to set: --url, --clear-url or --events.');
  const eventTypes = eventTypesIn(events);
  return {
    ...(url !== undefined && { url }),
    ...(clearUrl && { url: null }),
    ...(eventTypes && { eventTypes }),
  };
}

export type RollOptions = Options & {
  readonly now?: true;
  readonly again?: true;
  readonly endPrevious?: true;
};

/** `mps webhook roll-secret`: what it prints cannot be shown again. Spec: "Signature". */
export async function rollSecretVerb(options: RollOptions): Promise<void> {
  const { now, again, endPrevious } = options;
  if ([now, again, endPrevious].filter(Boolean).length > 1)
    throw new Failure('usage', '--now, --again and --end-previous exclude each other.');
  await onDatabases((operator) =>
    endPrevious ? endPreviousOf(operator, options) : roll(operator, options, rollOf(options)),
  );
}

function rollOf({ now, again }: RollOptions): Roll {
  if (now) return 'now';
  return again ? 'again' : 'usual';
}

async function roll(operator: Operator, options: Options, how: Roll): Promise<void> {
  const of = ofEndpoint(await endpointOf(operator, options));
  const ctx = { platform: operator.databases.platform, secrets: operator.secrets };
  const rolled = await rollSecret(ctx, of, how);
  if (rolled.kind === 'overlapping') throw new Failure('refused', refusal(rolled.previousUntil));
  const until = rolled.previousUntil?.toISOString() ?? null;
  const app = showId('app', of.appId);
  print({ app_id: app, webhook_secret: rolled.secret, previous_secret_until: until }, options);
  keepDemoSecret(operator.config.dataDir, app, rolled.secret);
  say(
    until === null
      ? 'Keep the secret: it is not shown again. It alone counts from now on.'
      : `Keep the secret: it is not shown again. Until ${until} every delivery has two v1 values, of this one and of the previous one.`,
  );
}

function refusal(until: Date): string {
  return [
    `The secret was rolled before, and the previous one counts until ${until.toISOString()}. Two count at most, so say which one goes:`,
    '  --end-previous  the previous one, without a new secret: the receivers have the newest. Then roll.',
    `  --again         the newest: it got lost before a receiver had it. The previous one counts ${deliveryTerms.rotationHours} hours more.`,
    '  --now           both: only the new one counts.',
  ].join('\n');
}

async function endPreviousOf(operator: Operator, options: Options): Promise<void> {
  const of = ofEndpoint(await endpointOf(operator, options));
  const ended = await endPreviousSecret(operator.databases.platform, of);
  print({ app_id: showId('app', of.appId), ended }, options);
  say(ended ? 'Only the newest secret counts from now on.' : 'Only one secret counted already.');
}

/** `mps webhook pause`: stops everything that the app's secret signs. Spec: "Delivery and retry". */
export async function pauseWebhookVerb(options: Options): Promise<void> {
  const paused = await moved(options, pauseEndpoint);
  say(
    paused
      ? 'Paused: nothing that this app signs is sent, to notification URLs neither. It waits, and loses no attempt.'
      : 'It was paused already.',
  );
}

/** `mps webhook resume`: what waited goes on. Spec: "Delivery and retry". */
export async function resumeWebhookVerb(options: Options): Promise<void> {
  const resumed = await moved(options, resumeEndpoint);
  say(resumed ? 'Resumed: what waited is sent now, in its order.' : 'It was not paused.');
}

async function moved(options: Options, move: typeof pauseEndpoint): Promise<boolean> {
  const { after, done } = await onDatabases(async (operator) => {
    const of = ofEndpoint(await endpointOf(operator, options));
    const different = await move(operator.databases.platform, of);
    return { done: different, after: await endpointOf(operator, { app: showId('app', of.appId) }) };
  });
  print(shownEndpoint(after), options);
  return done;
}

function print(shown: Shown, { json }: Options): void {
  if (json) printJson(shown);
  else printTable(linesOf(shown));
}
