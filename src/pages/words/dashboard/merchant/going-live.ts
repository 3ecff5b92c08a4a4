import type { Check, Line } from '../../../../domain/payouts/going-live/line.ts';

/** The list of what a merchant has and lacks for live payments. */
export const goingLiveWords = {
  title: 'Go live',
  text: 'What real payments and payouts need. Everything here is about live mode.',
  again: 'Check again',
  sends:
    'The check sends two test events to the receiver of the app: one is signed, the other has a wrong signature. It also asks the gateways for a sign of life. No money moves.',
  onlyDevelopers: 'Ask a developer or an owner to run the check: it sends test events to your receiver.',
  tooOften: 'The check was run several times within a minute. Wait a minute and try again.',
  app: 'App',
  otherApps: 'Check another app',
  list: 'Checklist',
  check: 'Check',
  state: 'State',
  found: 'Found',
  next: 'Next step',
  checks: {
    merchant: 'Merchant',
    kyc: 'Verification of the business',
    'second factor': 'One-time codes for payouts',
    'live app': 'Live app',
    'live key': 'Live secret key',
    features: 'Features of the app',
    webhook: 'Webhook reached by TLS',
    'signed event': 'Receiver takes a signed event',
    'forged event': 'Receiver refuses a forged event',
    'payout destination': 'Destination of payouts',
    'payout route': 'Gateway for payouts',
    gateways: 'Gateways for payments',
    gateway: 'Gateway',
  } satisfies Record<Check, string>,
  checkOf: (check: string, gateway: string) => `${check} ${gateway}`,
  states: {
    ok: 'Done',
    warning: 'Look at this',
    missing: 'Missing',
    wrong: 'Wrong',
    unchecked: 'Not checked yet',
  } satisfies Record<Line['state'], string>,
  gateway: { healthy: 'answers', unhealthy: 'does not answer as it should' },
  steps: {
    verify: 'Verify the business',
    codes: 'Set up one-time codes',
    createApp: 'Create a live app',
    app: 'Open the app',
    webhook: 'Open the webhook',
    guide: 'How to verify signatures',
    payouts: 'Save a destination',
    support: 'Write to support to learn why.',
    operator: 'Whoever runs the service has to see to it.',
  },
  verdicts: {
    ready: { title: 'Ready for real money', text: 'Nothing on the list is missing or wrong.' },
    unchecked: {
      title: 'Nothing is known to be missing',
      text: 'Run the check to see whether your receiver and the gateways answer.',
    },
    notReady: (count: number) => ({
      title: 'Not ready yet',
      text:
        count === 1 ? 'One line of the list needs attention.' : `${count} lines of the list need attention.`,
    }),
  },
} as const;
