import { anybody, half, person, type Route } from '../requests/route.ts';
import { showConfirm, tryConfirm } from './confirm.ts';
import { choose, home, showMails, showMerchants } from './home.ts';
import { join, showInvitation } from './invitation.ts';
import { confirmEmail, showNewEmail } from './new-email.ts';
import { passSecondFactor, showFactor, showSignIn, signOut, trySignIn } from './sign-in.ts';
import {
  askReset,
  reset,
  showForgot,
  showReset,
  showSignUp,
  showVerify,
  trySignUp,
  verify,
} from './sign-up.ts';

/** Ways in and out. */
export const entryRoutes: readonly Route[] = [
  person.get('', home),
  anybody.get('/sign-in', showSignIn),
  anybody.post('/sign-in', trySignIn, { again: showSignIn }),
  half.get('/second-factor', showFactor),
  half.post('/second-factor', passSecondFactor, { again: showFactor }),
  half.post('/sign-out', signOut),
  anybody.get('/sign-up', showSignUp),
  anybody.post('/sign-up', trySignUp, { again: showSignUp }),
  anybody.get('/verify/:link', showVerify),
  anybody.post('/verify/:link', verify),
  anybody.get('/forgot', showForgot),
  anybody.post('/forgot', askReset, { again: showForgot }),
  anybody.get('/reset/:link', showReset),
  anybody.post('/reset/:link', reset, { again: showReset }),
  person.get('/email/:link', showNewEmail),
  person.post('/email/:link', confirmEmail, { again: showNewEmail }),
  anybody.get('/invitation/:link', showInvitation),
  anybody.post('/invitation/:link', join, { again: showInvitation }),
  person.get('/confirm', showConfirm),
  person.post('/confirm', tryConfirm, { again: showConfirm }),
  person.get('/merchants', showMerchants),
  person.post('/merchants/:merchant', choose),
  anybody.get('/outbox', showMails),
];
