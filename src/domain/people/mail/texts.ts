/** What mails say. Each link stands in a line of its own, so that every mail program makes it one. */
const mail = (subject: string, lines: readonly string[]) => ({ subject, text: `${lines.join('\n\n')}\n` });

export const mails = {
  'verify-email': (address: string, token: string) =>
    mail('Confirm your email address', [
      'Somebody, probably you, has created an account with this address. Confirm it here:',
      `${address}/dashboard/verify/${token}`,
      'The link works for 24 hours. If it was not you, do nothing.',
    ]),
  'reset-password': (address: string, token: string) =>
    mail('Choose a new password', [
      'Choose a new password here:',
      `${address}/dashboard/reset/${token}`,
      'The link works for one hour, and once. If you did not ask for it, do nothing: your password stays as it is.',
    ]),
  newEmail: (address: string, token: string, email: string) =>
    mail('Confirm your new email address', [
      `Somebody, probably you, wants to sign in with this address instead of ${email}. Sign in as ${email}, and confirm it here:`,
      `${address}/dashboard/email/${token}`,
      'The link works for one hour, and once. If it was not you, do nothing.',
    ]),
  emailWanted: (address: string, wanted: string) =>
    mail('Your email address is to be changed', [
      `Somebody, probably you, wants to sign in to your account with ${wanted} instead of this address. It changes once the link in the mail to that address is used.`,
      'If it was not you, choose a new password here at once. It ends that link and every session:',
      `${address}/dashboard/forgot`,
    ]),
  emailChanged: (email: string) =>
    mail('Your email address was changed', [
      `You now sign in to your account with ${email}, and no longer with this address. If it was you, do nothing.`,
      'If it was not you, tell the owners of the merchants that you work for. They can take the account out of their teams.',
    ]),
  known: (address: string) =>
    mail('You have an account already', [
      'Somebody, probably you, tried to create an account with this address. There is one already. Sign in here:',
      `${address}/dashboard/sign-in`,
      'If you forgot the password, or have never confirmed this address, choose a new password there.',
    ]),
  passwordChanged: (address: string) =>
    mail('Your password was changed', [
      'The password of your account was changed. If it was you, do nothing.',
      'If it was not you, choose a new password here, and tell the owners of the merchants that you work for:',
      `${address}/dashboard/forgot`,
    ]),
  factorOff: (address: string) =>
    mail('Two-step sign-in was turned off', [
      'Your account asks for no code any more: the password alone opens it. If it was you, do nothing.',
      'If it was not you, choose a new password here, and turn two-step sign-in on again:',
      `${address}/dashboard/forgot`,
    ]),
  invitation: (
    address: string,
    token: string,
    about: { readonly merchantName: string; readonly by: string; readonly role: string },
  ) =>
    mail(`Join ${about.merchantName}`, [
      `${about.by} invites you to work for ${about.merchantName} as: ${about.role}. Join here:`,
      `${address}/dashboard/invitation/${token}`,
      'The link works for seven days, and once. If you do not know them, do nothing.',
    ]),
} as const;
