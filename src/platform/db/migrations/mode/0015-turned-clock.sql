-- A job that was due when the clock was turned runs at its own due time, whoever runs it and however late. Real time; NULL: never turned.
ALTER TABLE merchant_states ADD COLUMN turned_at timestamptz;
