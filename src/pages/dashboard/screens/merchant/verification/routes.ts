import { member, type Route } from '../../../requests/route.ts';
import { submit } from './submit.ts';
import { showVerification } from './verification.ts';

/** The verification of the merchant's business. Spec: "Authentication", KYC. */
export const verificationRoutes: readonly Route[] = [
  member('see').get('/verification', showVerification),
  member('settings').post('/verification', submit, { again: showVerification, files: true }),
];
