import { renameSync, writeFileSync } from 'node:fs';
import { writing } from '../support/files.ts';

/** Each metric, and what it means. */
export const meanings = {
  backup_newest_timestamp_seconds: 'When the newest complete backup was made; 0 if there is none.',
  backup_newest_wal_timestamp_seconds:
    'When the newest segment of the write-ahead log was archived; 0 if none was since the newest backup began.',
  backup_check_timestamp_seconds: 'When a backup was restored and checked last.',
  backup_check_problems: 'What the last check of a backup found wrong.',
  backup_checked_timestamp_seconds: 'When the backup was made that the last check could restore.',
} as const;

type Metrics = Readonly<Partial<Record<keyof typeof meanings, Date | number | undefined>>>;

/** Writes the file for the textfile collector of node_exporter, in one step: it may be read at any time. */
export function writeMetrics(
  { server, metricsFile }: { readonly server: string; readonly metricsFile?: string },
  metrics: Metrics,
): void {
  if (metricsFile === undefined) return;
  const values = new Map(Object.entries(metrics));
  const lines = Object.entries(meanings).flatMap(([name, meaning]) => {
    const value = values.get(name);
    if (value === undefined) return [];
    const shown = typeof value === 'number' ? value : Math.floor(value.getTime() / 1000);
    const labels = `{server=${JSON.stringify(server)}}`;
    return [`# HELP ${name} ${meaning}`, `# TYPE ${name} gauge`, `${name}${labels} ${shown}`];
  });
  const made = `${metricsFile}.${process.pid}`;
  writing(metricsFile, () => {
    writeFileSync(made, `${lines.join('\n')}\n`, { mode: 0o644 });
    renameSync(made, metricsFile);
  });
}
