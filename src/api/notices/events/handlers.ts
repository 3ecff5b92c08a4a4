import { findDeliveries, findEvent, findEvents } from '../../../domain/notices/events/queries.ts';
import { recoverRange } from '../../../domain/notices/replay/recover.ts';
import { replayEvent as replay } from '../../../domain/notices/replay/replay.ts';
import type { Handler } from '../../../engine/calls/handler.ts';
import { findPage, showPage } from '../../../platform/http/cursor.ts';
import { rangeOf } from '../../../platform/http/dates.ts';
import { dashed, notFound, readId, showId } from '../../../platform/ids.ts';
import { deliveryView, eventView, replayView } from './view.ts';

export const listEvents: Handler<'listEvents'> = async (call) => {
  const { type, resource_id: shown, delivery_status: status } = call.query;
  const resource = shown === undefined ? undefined : { id: dashed(shown.slice(-32)), shown };
  const filters = { type, resource, status, ...rangeOf(call.query) };
  const rows = await findPage(call.query, (page) => findEvents(call.db, call.merchant.id, filters, page));
  return call.reply(
    200,
    showPage(rows, (row) => eventView(call.ctx, row, call.version)),
  );
};

export const getEvent: Handler<'getEvent'> = async (call) => {
  const row = await findEvent(call.db, call.merchant.id, readId('evt', call.params.id));
  if (!row) throw notFound('evt');
  return call.reply(200, eventView(call.ctx, row, call.version));
};

export const listEventDeliveries: Handler<'listEventDeliveries'> = async (call) => {
  const id = readId('evt', call.params.id);
  const rows = await findPage(call.query, async (page) => {
    const deliveries = await findDeliveries(call.db, call.merchant.id, id, page);
    if (!deliveries) throw notFound('evt');
    return deliveries;
  });
  return call.reply(
    200,
    showPage(rows, (row) => deliveryView(row, row.log)),
  );
};

export const replayEvent: Handler<'replayEvent'> = async (call) => {
  const id = readId('evt', call.params.id);
  const replays = await replay(call, id);
  return call.reply(201, { event_id: showId('evt', id), deliveries: replays.map(replayView) });
};

export const recoverEvents: Handler<'recoverEvents'> = async (call) => {
  const { types = null, mode } = call.body;
  const { from, before } = rangeOf(call.body);
  const { events: replayed } = await recoverRange(call, {
    from: (from ?? new Date(0)).toISOString(),
    before: before?.toISOString() ?? null,
    types,
    latest: mode === 'latest_per_resource',
  });
  return call.reply(201, { replayed });
};
