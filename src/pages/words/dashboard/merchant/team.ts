/** Who works for a merchant, and what they did. */
export const teamWords = {
  title: 'Team',
  members: 'Members',
  name: 'Name',
  email: 'Email address',
  role: 'Role',
  twoStep: 'Two-step sign-in',
  on: 'on',
  off: 'off',
  you: 'you',
  change: 'Change',
  memberTitle: (name: string) => `Member: ${name}`,
  setRole: 'Save the role',
  remove: 'Remove from the team',
  removeText:
    'They no longer see this merchant, at once. What they know goes on to work: roll the keys and webhook secrets that they could read, and enrol the codes for payouts anew.',
  lastOwner: 'A merchant always has an owner. Make somebody else an owner first.',
  gone: 'They are no longer a member.',
  leave: {
    title: 'Leave the team',
    text: (merchant: string) =>
      `You no longer see ${merchant}, at once. Your account stays. To come back, you need an invitation.`,
    button: 'Leave the team',
  },
  invite: {
    title: 'Invite somebody',
    button: 'Send the invitation',
    hint: 'They get a link by mail. It works for seven days.',
    wrongEmail: 'Enter an email address such as name@example.com.',
    wrongRole: 'Choose a role.',
    refused: {
      'too many open': (most: number) =>
        `${most} invitations are open. Take one back, or wait until one is accepted.`,
      'too many today': (most: number) =>
        `${most} invitations were sent in the last 24 hours. Send the next one later.`,
      'too many to them': (most: number) =>
        `They were sent ${most} invitations in 15 minutes. Send the next one later.`,
    },
  },
  invitations: {
    title: 'Open invitations',
    expires: 'Works until',
    revoke: 'Take back',
    none: 'No open invitation.',
  },
  codes: {
    title: 'Codes for payouts',
    off: 'Payouts by the API need no code. Enrol an authenticator app, and every payout needs one: the header X-TOTP-Code, or the code on the payout screen.',
    on: 'Every payout needs the code of the merchant’s authenticator app.',
    enrol: 'Enrol an authenticator app',
    remove: 'Remove',
    once: 'Scan this now. It is shown once. Everybody who makes payouts needs it.',
    back: 'Done',
  },
  audit: {
    title: 'Audit log',
    text: 'Who did what, from where. Nothing can be changed or removed here.',
    when: 'When',
    who: 'Who',
    from: 'From',
    action: 'What',
    object: 'Object',
    details: 'Details',
    empty: 'Nothing was done yet.',
    commandLine: 'command line',
  },
  done: {
    invited: 'The invitation is on its way.',
    revoked: 'The invitation is taken back.',
    role: 'The role is saved.',
    removed: 'They are no longer a member.',
    'codes-off': 'Payouts need no code any more.',
  } as Readonly<Record<string, string>>,
} as const;
