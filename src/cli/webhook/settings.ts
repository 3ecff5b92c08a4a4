import { deliveryTerms } from '../../../generated/event-registry.ts';
import { keepDemoSecret } from '../../app/first-run/demo-file.ts';
import { remembering } from '../../domain/merchants/changes/change-merchant.ts';
import { pauseEndpoint, resumeEndpoint } from '../../domain/notices/endpoints/pause-endpoint.ts';
import { endPreviousSecret, type Roll, rollSecret } from '../../domain/notices/endpoints/roll-secret.ts';
import { setEndpoint, type WantedEndpoint } from '../../domain/notices/endpoints/set-endpoint.ts';
import { createEgress } from '../../platform/http/egress/egress.ts';
import { showId } from '../../platform/ids.ts';
import { endpointOf, type OfApp, ofEndpoint, shownEndpoint } from '../support/endpoint.ts';
import { type Operator, onDatabases } from '../support/operator.ts';
import { Failure, printOne, say } from '../support/print.ts';
import { eventTypesIn, refusedAddressOr } from '../support/receiver.ts';

type Options = OfApp & { readonly json?: true };

/** `mps webhook show`: where an app receives events, which ones, and whether it is paused. Spec: "Delivery and retry". */
export async function showWebhookVerb(options: Options): Promise<void> {
  const endpoint = await onDatabases((operator) => endpointOf(operator, options));
  printOne(shownEndpoint(endpoint), options);
}

export type SetOptions = Options & {
  readonly url?: string;
  readonly clearUrl?: true;
  readonly events?: string;
};

/** `mps webhook set`: changes the URL, the event types, or both. Spec: "Events", "Delivery and retry". */
export async function setWebhookVerb(options: SetOptions): Promise<void> {
  const wanted = wantedOf(options);
  const { changed, after } = await onDatabases(async (operator) => {
    const of = ofEndpoint(await endpointOf(operator, options));
    const noted = remembering({ ...of, by: operator.by }, 'webhook.set', detailsOf(wanted));
    const ctx = { platform: operator.databases.platform, egress: createEgress(operator.config.egress) };
    const different = await setEndpoint(ctx, noted, wanted).catch((error: unknown) => {
      throw refusedAddressOr(error, wanted.url);
    });
    return { changed: different, after: await endpointOf(operator, { app: showId('app', of.appId) }) };
  });
  printOne({ ...shownEndpoint(after), changed }, options);
  if (changed.length === 0) return say('Nothing is different from before.');
  say('This applies to events from now on. Deliveries that were queued before keep their URL.');
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

/** A query may contain a secret of the merchant. */
function detailsOf({ url, eventTypes }: WantedEndpoint): Readonly<Record<string, unknown>> {
  return {
    ...(url !== undefined && { webhook_url: url?.replace(/\?.*$/s, '?…') ?? null }),
    ...(eventTypes && { event_types: eventTypes }),
  };
}

export type RollOptions = Options & {
  readonly now?: true;
  readonly again?: true;
  readonly endPrevious?: true;
};

/** `mps webhook roll-secret`: prints a new secret, which cannot be shown again. Spec: "Signature". */
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
  const noted = remembering({ ...of, by: operator.by }, 'webhook.secret-rolled', { how });
  const rolled = await rollSecret(ctx, noted, how);
  if (rolled.kind === 'overlapping') throw new Failure('refused', refusal(rolled.previousUntil));
  const until = rolled.previousUntil?.toISOString() ?? null;
  const app = showId('app', of.appId);
  printOne({ app_id: app, webhook_secret: rolled.secret, previous_secret_until: until }, options);
  keepDemoSecret(operator.config.dataDir, app, rolled.secret);
  say(
    until === null
      ? 'Keep the secret: it is not shown again. From now on no other secret is valid.'
      : `Keep the secret: it is not shown again. Until ${until} every delivery has two v1 values: one by this secret, one by the previous.`,
  );
}

function refusal(until: Date): string {
  return [
    `The secret was rolled before, and the previous one is valid until ${until.toISOString()}. At most two are valid, so choose:`,
    '  --end-previous  end the previous one, if the receivers have the newest. Then roll again.',
    `  --again         replace the newest, if it was lost before a receiver had it. The previous one is valid ${deliveryTerms.rotationHours} hours more.`,
    '  --now           replace both: only the new one is valid.',
  ].join('\n');
}

async function endPreviousOf(operator: Operator, options: Options): Promise<void> {
  const of = ofEndpoint(await endpointOf(operator, options));
  const noted = remembering({ ...of, by: operator.by }, 'webhook.secret-ended');
  const ended = await endPreviousSecret(operator.databases.platform, noted);
  printOne({ app_id: showId('app', of.appId), ended }, options);
  say(ended ? 'From now on only the newest secret is valid.' : 'There was no previous secret.');
}

/** `mps webhook pause`: holds back every delivery that the app's secret signs. Spec: "Delivery and retry". */
export async function pauseWebhookVerb(options: Options): Promise<void> {
  const paused = await change(options, 'webhook.paused', pauseEndpoint);
  say(
    paused
      ? 'Paused: nothing is sent for this app, not to notification URLs either. Deliveries wait and lose no attempt.'
      : 'It was paused already.',
  );
}

/** `mps webhook resume`: sends what a pause held back. Spec: "Delivery and retry". */
export async function resumeWebhookVerb(options: Options): Promise<void> {
  const resumed = await change(options, 'webhook.resumed', resumeEndpoint);
  say(resumed ? 'Resumed: the deliveries that waited are sent now, in order.' : 'It was not paused.');
}

async function change(
  options: Options,
  action: 'webhook.paused' | 'webhook.resumed',
  changeEndpoint: typeof pauseEndpoint,
): Promise<boolean> {
  const { after, done } = await onDatabases(async (operator) => {
    const of = ofEndpoint(await endpointOf(operator, options));
    const noted = remembering({ ...of, by: operator.by }, action);
    const different = await changeEndpoint(operator.databases.platform, noted);
    return { done: different, after: await endpointOf(operator, { app: showId('app', of.appId) }) };
  });
  printOne(shownEndpoint(after), options);
  return done;
}
