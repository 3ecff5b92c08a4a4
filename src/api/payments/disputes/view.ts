import { formatMoney2, formatMoney4 } from '../../../domain/money/amounts/amount.ts';
import type { DisputeFile } from '../../../domain/payments/disputes/file-queries.ts';
import type { Dispute } from '../../../domain/payments/disputes/queries.ts';
import type { EventData } from '../../../engine/context.ts';
import type { Schemas } from '../../../platform/contract/types.ts';
import { showId } from '../../../platform/ids.ts';

/** @param files those of the dispute, or of several: only its own are shown */
export function disputeView(dispute: Dispute, files: readonly DisputeFile[]): Schemas['Dispute'] {
  return {
    id: showId('dsp', dispute.id),
    transaction_id: showId('txn', dispute.transaction_id),
    amount: formatMoney2(dispute.amount),
    currency: dispute.currency,
    reason: dispute.reason,
    status: dispute.status,
    resolution: dispute.resolution,
    evidence: dispute.evidence,
    files: files.filter(({ dispute_id: of }) => of === dispute.id).map(fileView),
    ...timesOf(dispute),
  };
}

/** Spec: "Events delivered today", customer.dispute.created. Without evidence: an event stays small, and its log may be read by others. */
export function disputeData(dispute: Dispute): EventData<'customer.dispute.created'> {
  return {
    id: showId('dsp', dispute.id),
    transaction_id: showId('txn', dispute.transaction_id),
    amount: formatMoney4(dispute.amount),
    currency: dispute.currency,
    reason: dispute.reason,
    status: dispute.status,
    resolution: dispute.resolution,
    ...timesOf(dispute),
  };
}

function timesOf(dispute: Dispute) {
  return {
    evidence_due_at: dispute.evidence_due_at.toISOString(),
    created_at: dispute.created_at.toISOString(),
    opened_at: instant(dispute.opened_at),
    submitted_at: instant(dispute.submitted_at),
    resolved_at: instant(dispute.resolved_at),
    reinstated_at: instant(dispute.reinstated_at),
  };
}

function instant(time: Date | null): string | null {
  return time && time.toISOString();
}

export function fileView(file: DisputeFile): Schemas['DisputeFile'] {
  return {
    id: showId('file', file.id),
    name: file.name,
    type: file.media_type,
    size: file.size,
    sha256: file.sha256.toString('hex'),
    created_at: file.created_at.toISOString(),
  };
}
