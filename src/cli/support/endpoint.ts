import { readDemo } from '../../app/first-run/demo-file.ts';
import type { EndpointOf } from '../../domain/notices/endpoints/change-endpoint.ts';
import { type Endpoint, findEndpointAcrossMerchants } from '../../domain/notices/endpoints/queries.ts';
import { merchantId } from '../../engine/principal.ts';
import { showId, uuidIn } from '../../platform/ids.ts';
import type { Operator } from './operator.ts';
import { Failure } from './print.ts';

/** The option that says which app a command is about. */
export type OfApp = { readonly app?: string };

/** The endpoint of the named app, or else of the demo merchant's app. */
export async function endpointOf({ config, databases }: Operator, { app }: OfApp): Promise<Endpoint> {
  const named = app ?? readDemo(config.dataDir)?.app_id;
  if (named === undefined) throw new Failure('usage', 'Name an app: --app app_… List them: npx mps app list');
  const id = named.startsWith('app_') ? uuidIn(named) : undefined;
  if (id === undefined) throw new Failure('usage', `--app takes an id such as app_…, not "${named}".`);
  const endpoint = await findEndpointAcrossMerchants(databases.platform, id);
  if (!endpoint) throw new Failure('notFound', `There is no app ${named}. List the apps: npx mps app list`);
  return endpoint;
}

export function ofEndpoint(endpoint: Endpoint): EndpointOf {
  return { merchantId: merchantId(endpoint.merchant_id), appId: endpoint.app_id };
}

/** By the field names of the API's profile; no secret is in it. */
export function shownEndpoint(endpoint: Endpoint) {
  return {
    app_id: showId('app', endpoint.app_id),
    merchant_id: showId('mer', endpoint.merchant_id),
    merchant: endpoint.business_name,
    name: endpoint.name,
    mode: endpoint.mode,
    api_version: endpoint.api_version,
    webhook_url: endpoint.url,
    event_types: endpoint.event_types,
    paused_since: endpoint.paused_at?.toISOString() ?? null,
    previous_secret_until: endpoint.previous_secret_until?.toISOString() ?? null,
  };
}
