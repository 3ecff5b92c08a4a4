-- What a job and a delivery belong to, for those who follow a request through the processes.

ALTER TABLE jobs ADD COLUMN traceparent text;
ALTER TABLE webhook_deliveries ADD COLUMN traceparent text;
COMMENT ON COLUMN jobs.traceparent IS 'The span that called for the job, as W3C Trace Context writes it. Null if nobody traces.';
COMMENT ON COLUMN webhook_deliveries.traceparent IS 'The span in which the event happened, as W3C Trace Context writes it. Null if nobody traces.';
