import { member, type Route } from '../../../requests/route.ts';
import { accept, answerDispute, removeFile, uploadFile } from './answering.ts';
import { showDispute } from './dispute.ts';
import { showDisputes } from './disputes.ts';

/** Disputes. Spec: "Events delivered today", customer.dispute. Decision 0073. */
export const disputesRoutes: readonly Route[] = [
  member('see').get('/disputes', showDisputes),
  member('see').get('/disputes/:dispute', showDispute),
  member('refund').post('/disputes/:dispute/evidence', answerDispute, { again: showDispute, files: true }),
  member('refund').post('/disputes/:dispute/accept', accept, { again: showDispute, stepUp: true }),
  member('refund').post('/disputes/:dispute/files', uploadFile, { again: showDispute, files: true }),
  member('refund').post('/disputes/:dispute/files/:file/remove', removeFile, {
    again: showDispute,
    files: true,
  }),
];
