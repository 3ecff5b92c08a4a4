-- A form of the dashboard that makes a key or an app has its effect once. The release before this one writes no forms.

ALTER TABLE operator_changes ADD COLUMN form uuid;
COMMENT ON COLUMN operator_changes.form IS 'The random id of the form with which it was done in the dashboard; null: its form may have its effect again.';
