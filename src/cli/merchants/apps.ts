import { values } from '../../../generated/values.ts';
import { shownCredentials } from '../../app/first-run/new-merchant.ts';
import { apiVersions } from '../../app/release.ts';
import { NoWayBack } from '../../domain/merchants/accounts/pin.ts';
import { type AppSettings, createApp, setApp } from '../../domain/merchants/accounts/set-app.ts';
import { type Endpoint, listEndpointsAcrossMerchants } from '../../domain/notices/endpoints/queries.ts';
import { ApiError } from '../../platform/errors.ts';
import { showId } from '../../platform/ids.ts';
import { endpointOf, type OfApp, ofEndpoint, shownEndpoint } from '../support/endpoint.ts';
import { onDatabases } from '../support/operator.ts';
import {
  knownMerchant,
  merchantIn,
  merchantOf,
  mostListed,
  nameIn,
  namesIn,
  noMerchant,
  noWayBack,
  numberIn,
  type OfMerchant,
  rateLimitIn,
  sayRest,
} from '../support/options.ts';
import { cell, Failure, printJson, printOne, printTable, say } from '../support/print.ts';
import { eventTypesIn, refuseAddress } from '../support/receiver.ts';

type Json = { readonly json?: true };
type ListOptions = OfMerchant & Json & { readonly limit: string };

/** `mps app list`: the apps of all merchants or of one, and where each receives events. Spec: "Authentication". */
export async function listAppsVerb(options: ListOptions): Promise<void> {
  const of = options.merchant === undefined ? undefined : merchantIn(options.merchant);
  const limit = numberIn(options.limit, '--limit', { least: 1, most: mostListed });
  const found = await onDatabases(async (operator) => {
    const whose = of !== undefined && { of: await knownMerchant(operator, of) };
    return await listEndpointsAcrossMerchants(operator.databases.platform, { ...whose, limit: limit + 1 });
  });
  const apps = found.slice(0, limit).map(shownEndpoint);
  if (options.json) printJson({ apps, more: found.length > limit });
  else printTable(apps.map(row));
  sayRest(found, limit, 'There is no app.');
}

function row(app: ReturnType<typeof shownEndpoint>): Record<string, string> {
  const { app_id, mode, name, merchant_id, webhook_url, event_types, paused_since } = app;
  const url = webhook_url?.replace(/\?.*$/s, '?…');
  return {
    app_id,
    mode,
    name,
    merchant_id,
    webhook_url: cell(url),
    event_types: cell(event_types),
    paused_since: cell(paused_since),
  };
}

/** An app with its settings; no secret is in it. */
export function shownApp(app: Endpoint) {
  return { ...shownEndpoint(app), features: app.features, rate_limit: app.rate_limit };
}

/** `mps app show`: the settings of an app. Spec: "Authentication", "Versioning". */
export async function showAppVerb(options: OfApp & Json): Promise<void> {
  printOne(shownApp(await onDatabases((operator) => endpointOf(operator, options))), options);
}

export type CreateAppOptions = OfMerchant &
  Json & {
    readonly name: string;
    readonly features?: string;
    readonly rateLimit: string;
    readonly webhookUrl?: string;
    readonly events?: string;
    readonly live?: true;
  };

/** `mps app create`: prints the id, keys and secret of another app, which cannot be shown again. Spec: "Authentication". */
export async function createAppVerb(options: CreateAppOptions): Promise<void> {
  const features = namesIn(options.features, '--features', values.Feature);
  const eventTypes = eventTypesIn(options.events);
  const wanted = {
    name: nameIn(options.name, '--name'),
    mode: options.live ? ('live' as const) : ('sandbox' as const),
    ...(features && { features }),
    rateLimit: rateLimitIn(options.rateLimit),
    webhookUrl: options.webhookUrl ?? null,
    ...(eventTypes && { eventTypes }),
  };
  const created = await onDatabases(async (operator) => {
    refuseAddress(wanted.webhookUrl, operator);
    const of = { merchantId: merchantOf(operator, options), by: operator.by };
    const app = await createApp(operator.databases, operator.secrets, of, wanted).catch(inWords);
    return { merchant_id: showId('mer', of.merchantId), ...shownCredentials(app) };
  });
  printOne(created, options);
  if (!options.json) say('The app was created. Keep the keys and the secret: they are not shown again.');
}

export type SetAppOptions = OfApp &
  Json & {
    readonly features?: string;
    readonly enable?: string;
    readonly disable?: string;
    readonly rateLimit?: string;
    readonly apiVersion?: string;
  };

/** `mps app set`: switches features, sets the rate limit or pins the API version. Spec: "Authentication", "Versioning". */
export async function setAppVerb(options: SetAppOptions): Promise<void> {
  const wanted = settingsIn(options);
  const { changed, after } = await onDatabases(async (operator) => {
    const { platform } = operator.databases;
    const of = { ...ofEndpoint(await endpointOf(operator, options)), by: operator.by };
    const different = await setApp({ platform, versions: apiVersions }, of, wanted).catch(inWords);
    return {
      changed: different,
      after: shownApp(await endpointOf(operator, { app: showId('app', of.appId) })),
    };
  });
  printOne({ ...after, changed }, options);
  say(
    changed.length === 0
      ? 'Nothing is different from before.'
      : 'Every running process takes this up within a second.',
  );
}

function settingsIn({ rateLimit, apiVersion, ...options }: SetAppOptions): AppSettings {
  const features = featuresIn(options);
  if (features === undefined && rateLimit === undefined && apiVersion === undefined)
    throw new Failure(
      'usage',
      'Say what to set: --features, --enable, --disable, --rate-limit or --api-version.',
    );
  return {
    ...features,
    ...(rateLimit !== undefined && { rateLimit: rateLimitIn(rateLimit) }),
    ...(apiVersion !== undefined && { apiVersion }),
  };
}

function featuresIn(options: SetAppOptions): AppSettings | undefined {
  const features = namesIn(options.features, '--features', values.Feature);
  const enable = namesIn(options.enable, '--enable', values.Feature);
  const disable = namesIn(options.disable, '--disable', values.Feature);
  if (features && (enable ?? disable))
    throw new Failure('usage', '--features names all that are on: leave out --enable and --disable.');
  const both = enable?.filter((feature) => disable?.includes(feature)) ?? [];
  if (both.length > 0) throw new Failure('usage', `--enable and --disable both name ${both.join(', ')}.`);
  return (features ?? enable ?? disable) && { features, enable, disable };
}

function inWords(error: unknown): never {
  if (error instanceof NoWayBack) throw noWayBack(error);
  if (!(error instanceof ApiError)) throw error;
  if (error.code === 'NOT_FOUND') throw noMerchant();
  if (error.code === 'KYC_REQUIRED')
    throw new Failure('refused', 'A live app needs a merchant of KYC tier 1 or 2. This one has tier 0.');
  if (error.code === 'UNSUPPORTED_VERSION')
    throw new Failure('usage', `--api-version takes one of: ${apiVersions.supported.join(', ')}.`);
  throw error;
}
