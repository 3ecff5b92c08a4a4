import { person, type Route } from '../../../requests/route.ts';
import { changePassword, endOthers, saveAccount, showAccount } from './account.ts';
import { askEmail } from './email.ts';
import { finish, removeOwnFactor, renewCodes, showEnrolment } from './factor.ts';

/** A person's own name, address, password, second factor and sessions. */
export const accountRoutes: readonly Route[] = [
  person.get('/account', showAccount),
  person.post('/account', saveAccount, { again: showAccount }),
  person.post('/account/password', changePassword, { again: showAccount, stepUp: true }),
  person.post('/account/email', askEmail, { again: showAccount, stepUp: true }),
  person.post('/account/sessions', endOthers),
  person.get('/account/factor', showEnrolment, { stepUp: true }),
  person.post('/account/factor', finish, { again: showEnrolment, stepUp: true }),
  person.post('/account/recovery-codes', renewCodes, { stepUp: true }),
  person.post('/account/factor-off', removeOwnFactor, { stepUp: true }),
];
