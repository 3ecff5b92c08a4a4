import type { Role } from '../../../domain/people/roles/roles.ts';
import type { PasswordProblem } from '../../../domain/people/users/passwords.ts';

/** How people come in: accounts, passwords, second factor, invitations. */
export const entryWords = {
  roles: {
    owner: { name: 'Owner', can: 'Everything, and who else works here' },
    developer: { name: 'Developer', can: 'Apps, keys, webhooks, events and the sandbox; sees payments' },
    finance: { name: 'Finance', can: 'Refunds, payouts, links, invoices and subscriptions' },
    viewer: { name: 'Read only', can: 'Sees everything but keys, and changes nothing' },
  } satisfies Record<Role, { name: string; can: string }>,
  passwordProblems: {
    short: 'Choose a password of at least 10 characters.',
    long: 'Choose a password of at most 200 characters.',
    common: 'Many people use this password, so it is guessed first. Choose another.',
    personal: 'Choose a password that is not your address or the name of your business.',
  } satisfies Record<PasswordProblem, string>,
  email: 'Email address',
  password: 'Password',
  signIn: {
    title: 'Sign in',
    button: 'Sign in',
    wrong: 'The email address or the password is wrong.',
    locked: (minutes: number) =>
      `Too many wrong passwords. Try again in ${minutes} min, or choose a new password.`,
    ended: 'Your session ended. Sign in again to go on where you were.',
    notDone:
      'Your session had ended, so what you just sent was not done. Sign in, then fill in the form and send it again. If you had sent it before, look first whether it was done then.',
    signedOut: 'You are signed out.',
    forgot: 'Forgot your password?',
    signUp: 'Create an account',
  },
  factor: {
    title: 'Enter your code',
    text: 'Open your authenticator app and type the six digits that it shows for Merchant Payments.',
    code: 'Code',
    codeHint: 'Six digits. Without your device, type one of your recovery codes: each works once.',
    button: 'Go on',
    wrong: 'The code is wrong, or was used before. Wait for the next one.',
    locked: 'Five wrong codes. Try again in 15 min.',
    stop: 'Sign in as somebody else',
  },
  confirm: {
    title: 'Confirm that it is you',
    withPassword: 'What you are about to do needs your password. You are then asked no more for ten minutes.',
    withCode:
      'What you are about to do needs the code of your authenticator app. You are then asked no more for ten minutes.',
    lockedPassword: 'Too many wrong passwords. Try again in 15 min.',
    notDone: 'Nothing was done yet. Confirm that it is you, then fill in the form and send it again.',
    button: 'Confirm',
    wrongPassword: 'The password is wrong.',
  },
  signUp: {
    title: 'Create an account',
    name: 'Your name',
    business: 'Name of your business',
    businessHint: 'Your customers see it when they pay.',
    passwordHint: 'At least 10 characters. A sentence is easy to remember and hard to guess.',
    button: 'Create the account',
    have: 'I have an account',
    tooMany: (minutes: number) =>
      `Too many accounts were created from your network. Try again in ${minutes} min.`,
    sent: {
      title: 'Check your mail',
      text: (email: string) =>
        `We have written to ${email}. The link in the mail opens your account. It works for 24 hours.`,
    },
    verified: 'Your email address is confirmed. Sign in.',
    wrong: {
      name: 'Enter your name, with up to 120 letters.',
      business: 'Enter the name of your business, with up to 120 letters.',
      email: 'Enter an email address such as name@example.com.',
    },
  },
  reset: {
    title: 'Choose a new password',
    text: 'Type your email address. If there is an account for it, we send a link with which you choose a new password.',
    button: 'Send the link',
    sent: {
      title: 'Check your mail',
      text: 'If there is an account for this address, a link is on its way. It works for one hour.',
    },
    password: 'New password',
    save: 'Save the password',
    done: 'Your password is changed, and every session is ended. Sign in.',
  },
  link: {
    gone: 'This link does not work any more',
    /** What the link was for → how to go on without it. */
    instead: {
      verify:
        'It was used, or is older than 24 hours. If you have confirmed your address, sign in. If not, choose “Forgot your password?” there: the mail that you then get confirms your address, too.',
      reset:
        'It was used, is older than an hour, or was replaced by a newer one. Choose “Forgot your password?” to get another.',
      email:
        'It is the link of another account, was used, is older than an hour, was replaced by a newer one, or somebody else has the address by now. The screen of your account says which address you have. Ask for another link there.',
      invitation:
        'It was used, is older than seven days, or was taken back. Ask an owner of the merchant for another.',
    },
    email: {
      title: 'Confirm your new email address',
      text: (email: string, wanted: string) =>
        `From now on you sign in with ${wanted}, and no longer with ${email}.`,
      button: 'Change the address',
    },
    verify: { title: 'Confirm your email address', button: 'Confirm' },
  },
  invitation: {
    title: (merchant: string) => `Join ${merchant}`,
    text: (merchant: string, role: string) => `You are invited to work for ${merchant} as: ${role}.`,
    join: 'Join',
    joined: 'Your account is ready. Sign in.',
    signIn: (email: string) => `You have an account. Sign in as ${email} to join.`,
    other: (email: string) => `This invitation is for ${email}. Sign out, and sign in with that address.`,
  },
  merchants: {
    title: 'Your merchants',
    name: 'Merchant',
    role: 'Your role',
    choose: 'Work for them',
    back: 'Dashboard',
    none: 'You work for no merchant yet.',
  },
  mails: {
    title: 'Outbox',
    text: 'No mail server is set (SMTP_URL), so mails are only kept here. In production they are sent, and this screen does not exist.',
    empty: 'No mail has been written yet.',
    to: 'To',
  },
} as const;
