const checks = [
  'merchant',
  'kyc',
  'second factor',
  'live app',
  'live key',
  'features',
  'webhook',
  'signed event',
  'forged event',
  'payout destination',
  'payout route',
  'gateways',
  'gateway',
] as const;

export type Check = (typeof checks)[number];

/** What to do next. The command line names a command for it, the dashboard a screen. */
export type NextStep =
  | 'reopen'
  | 'submit-kyc'
  | 'enrol-codes'
  | 'create-app'
  | 'create-key'
  | 'set-features'
  | 'set-webhook'
  | 'look-at-webhook'
  | 'verify-signatures'
  | 'save-destination'
  | 'route-payouts'
  | 'write-gateways'
  | 'check-gateway';

/** One line of the list: what was looked at, what was found, and what to do next if it is not right. */
export type Line = {
  readonly check: Check;
  /** `unchecked`: nothing was sent to find out. */
  readonly state: 'ok' | 'warning' | 'missing' | 'wrong' | 'unchecked';
  /** In words. Empty if nothing was checked. */
  readonly found: string;
  readonly next?: NextStep;
  /** The gateway that a line of the check `gateway` is about. */
  readonly gateway?: string;
};

/** Whether a line keeps the merchant from taking real money. */
export const isBad = ({ state }: Line): boolean => state === 'missing' || state === 'wrong';
