import { listEndpointsAcrossMerchants } from '../../domain/notices/endpoints/queries.ts';
import { uuidIn } from '../../platform/ids.ts';
import { onDatabases } from '../support/operator.ts';
import { Failure, printJson, printTable, say } from '../support/output.ts';
import { cell, shownEndpoint } from './endpoint.ts';

type Options = { readonly merchant?: string; readonly limit: string; readonly json?: true };

/** `mps app list`: the apps of all merchants or of one, and where each receives events. Spec: "Authentication". */
export async function listAppsVerb(options: Options): Promise<void> {
  const of = merchantIn(options.merchant);
  const limit = /^[1-9]\d{0,4}$/.test(options.limit) ? Number(options.limit) : undefined;
  if (limit === undefined) throw new Failure('usage', '--limit takes a whole number from 1 to 99999.');
  const found = await onDatabases(({ databases }) =>
    listEndpointsAcrossMerchants(databases.platform, { ...(of !== undefined && { of }), limit: limit + 1 }),
  );
  const apps = found.slice(0, limit).map(shownEndpoint);
  if (options.json) printJson({ apps, more: found.length > limit });
  else printTable(apps.map(row));
  if (found.length > limit) say(`There are more. See them: --limit ${limit * 10}`);
  else if (apps.length === 0) say('There is no app.');
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

function merchantIn(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const id = text.startsWith('mer_') ? uuidIn(text) : undefined;
  if (id === undefined) throw new Failure('usage', `--merchant takes an id such as mer_…, not "${text}".`);
  return id;
}
