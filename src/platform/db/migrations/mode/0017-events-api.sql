-- What the events API looks for. An event that nobody acknowledged is rare, so its index is small and seldom written.
CREATE INDEX deliveries_exhausted ON webhook_deliveries (merchant_id, event_id) WHERE state = 'exhausted';
-- The dates of a list, and of a recovery.
CREATE INDEX events_by_time ON events (merchant_id, created_at, event_id);

-- A destination is an app, or the notification URL that the app gave; its address may have changed between a delivery and a replay.
CREATE VIEW event_destinations AS
  SELECT d.merchant_id, d.event_id, l.app_id, d.destination,
    (array_agg(d.url ORDER BY d.delivery_id))[1] AS url,
    (array_agg(d.api_version ORDER BY d.delivery_id))[1] AS api_version,
    CASE WHEN bool_or(d.state = 'delivered') THEN 'delivered' WHEN bool_or(d.state IN ('due', 'sending')) THEN 'pending' ELSE 'exhausted' END AS outcome,
    max(d.finished_at) AS finished_at
  FROM webhook_deliveries d JOIN webhook_lanes l ON l.merchant_id = d.merchant_id AND l.lane_id = d.lane_id
  GROUP BY d.merchant_id, d.event_id, l.app_id, d.destination;
COMMENT ON VIEW event_destinations IS 'Who was told of an event, first at which address and in which version, and what became of it: delivered as soon as one delivery was, a replay or not.';
DO $$
BEGIN
  EXECUTE format('GRANT SELECT ON event_destinations TO %I', current_setting('mps.role'));
END $$;
