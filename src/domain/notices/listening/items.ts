import type { Context } from '../../../engine/context.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import { showId } from '../../../platform/ids.ts';
import { requestHeaders } from '../deliveries/attempt.ts';
import { bodyOf } from '../replay/replay.ts';
import type { AppSecrets } from '../signatures/queries.ts';
import { signature, webhookSecretPurpose } from '../signatures/signature.ts';
import type { ItemRow } from './queries.ts';

/** An event as a listener gets it: the request that a delivery would send to the app, to be repeated byte for byte. */
export type Item = {
  readonly id: string;
  readonly type: string;
  /** Of a replay: its delivery. */
  readonly replay?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** Events of one resource are in the order of their sequence, though their transactions got their numbers in another one. */
export function inOrder(rows: readonly ItemRow[]): readonly ItemRow[] {
  const sorted = new Map<string, ItemRow[]>();
  for (const [resource, ofOne] of Map.groupBy(rows.filter(isEvent), (row) => row.resource_id))
    sorted.set(
      resource,
      ofOne.toSorted((a, b) => Number(a.sequence - b.sequence)),
    );
  return rows.map((row) => (isEvent(row) ? (sorted.get(row.resource_id)?.shift() ?? row) : row));
}

const isEvent = ({ delivery_id: replay }: ItemRow): boolean => replay === null;

type For = { readonly apiVersion: string; readonly secrets: AppSecrets | undefined };

/** Signed now, since receivers refuse an old `t`. */
export function itemOf(ctx: Context, row: ItemRow, { apiVersion, secrets }: For): Item {
  const version = ctx.versions.inEffect(apiVersion);
  const body = row.sentBodies?.[version] ?? bodyOf(ctx, row, version);
  const deliveryId = row.delivery_id ?? row.event_id;
  return {
    id: showId('evt', row.event_id),
    type: row.type,
    ...(row.delivery_id !== null && { replay: showId('whd', row.delivery_id) }),
    headers: {
      ...requestHeaders({ deliveryId, apiVersion: version, attempt: 1 }),
      'Service-Signature': signature({ body, secrets: opened(ctx, secrets), unixSeconds: unixSeconds() }),
    },
    body,
  };
}

function opened({ secrets }: Context, of: AppSecrets | undefined): string[] {
  const sealed = [of?.secret_sealed, of?.previous_secret_sealed];
  return sealed.flatMap((secret) => (secret ? [secrets.open(secret, webhookSecretPurpose)] : []));
}
