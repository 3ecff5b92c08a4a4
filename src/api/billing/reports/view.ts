import type { components } from '../../../../generated/openapi.d.ts';
import { statusAt } from '../../../domain/billing/reports/download-report.ts';
import type { Report } from '../../../domain/billing/reports/queries.ts';
import type { EventData } from '../../../engine/context.ts';
import { showId } from '../../../platform/ids.ts';

type Schemas = components['schemas'];

export function reportView(report: Report, now: Date): Schemas['Report'] {
  return {
    id: showId('rpt', report.id),
    type: report.type,
    format: report.format,
    status: statusAt(report, now),
    from: report.period_from.toISOString(),
    before: report.period_before.toISOString(),
    rows: Number(report.row_count),
    bytes: Number(report.byte_count),
    created_at: report.created_at.toISOString(),
    available_at: report.available_at && report.available_at.toISOString(),
    expires_at: report.expires_at && report.expires_at.toISOString(),
  };
}

/** A report in its event. Spec: "Events", reporting. */
export function reportData(report: Report): EventData<'reporting.report.available'> {
  return reportView(report, report.created_at);
}
