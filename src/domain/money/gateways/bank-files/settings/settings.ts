import type { Currency } from '../../../amounts/currency.ts';
import type { Debtor } from '../messages/parties.ts';
import type { KnownBank } from './banks.ts';
import type { Calendar } from './calendar.ts';
import { bic, cutOffs, debtor, member, secret, text, whole, words } from './setting-schemas.ts';

/** An entry of gateways.yaml with `rail: iso20022`. Secrets are filled in. */
export type BankFilesSettings = {
  /** `file:///var/spool/bank`, or `sftp://user@host:22/home`. */
  readonly address: string;
  readonly outgoing: string;
  readonly incoming: string;
  readonly after_reading?: 'move' | 'delete';
  readonly host_keys?: readonly string[];
  readonly password?: string;
  readonly key?: string;
  readonly passphrase?: string;
  readonly debtor: Debtor & { readonly accounts: Readonly<Partial<Record<Currency, string>>> };
  readonly banks: readonly KnownBank[];
  readonly cut_offs: Calendar;
  /** What ends a payout: the bank's status, its debit, or whichever comes first. */
  readonly settled_by?: 'first' | 'status' | 'debit';
  /** Which of the bank's files reconciliation reads. */
  readonly statements?: 'camt.053' | 'camt.054';
  readonly most_transfers?: number;
  readonly most_mebibytes?: number;
  readonly poll_seconds?: number;
  readonly rest_seconds?: number;
};

const folder = (description: string) => ({
  type: 'string',
  pattern: '^[^/\\u0000][^\\u0000]{0,199}$',
  description,
  ...words('must be a folder below the address, without a slash at the beginning.'),
});

/** Judges the settings of an entry of gateways.yaml with `rail: iso20022`. */
export const bankFilesSettingsSchema = {
  type: 'object',
  required: ['address', 'outgoing', 'incoming', 'debtor', 'banks', 'cut_offs'],
  additionalProperties: false,
  properties: {
    address: {
      type: 'string',
      pattern: '^(file:///|sftp://[^@/\\s]+@[^@/\\s]+(/|$))[^\\s]*$',
      description: 'Where files are exchanged: a folder of this machine, or a server of the bank.',
      ...words('must be file:///folder, or sftp://user@host:port/folder.'),
    },
    outgoing: folder('The folder from which the bank takes our files.'),
    incoming: folder('The folder in which the bank puts its files.'),
    after_reading: {
      type: 'string',
      enum: ['move', 'delete'],
      default: 'move',
      description:
        'What becomes of a file that was read: it is moved into `processed` below, or deleted. One that cannot be read is moved into `set-aside`.',
    },
    host_keys: {
      type: 'array',
      minItems: 1,
      description:
        'Fingerprints of the server’s keys, as `ssh-keygen -l` prints them. SFTP only, and needed there.',
      items: {
        type: 'string',
        pattern: '^SHA256:[A-Za-z0-9+/]{43}$',
        ...words('must be a fingerprint, SHA256: and 43 characters.'),
      },
    },
    password: secret('The password of the user. SFTP only.'),
    key: secret('The private key of the user, instead of a password. SFTP only.'),
    passphrase: secret('What the private key is encrypted with.'),
    debtor,
    banks: {
      type: 'array',
      minItems: 1,
      description: 'The banks to which payouts can go.',
      items: {
        type: 'object',
        required: ['name'],
        additionalProperties: false,
        properties: {
          name: text('The name of the bank, as merchants write it.', 120),
          also: {
            type: 'array',
            description: 'Its other names. No two banks may have a name in common.',
            items: text('Another name.', 120),
          },
          bic,
          member,
        },
        anyOf: [{ required: ['bic'] }, { required: ['member'] }],
        ...words('must have a bic or a member.'),
      },
    },
    cut_offs: cutOffs,
    settled_by: {
      type: 'string',
      enum: ['first', 'status', 'debit'],
      default: 'first',
      description:
        'What completes a payout: the status ACSC of pain.002, the debit of camt.054, or the first of both.',
    },
    statements: {
      type: 'string',
      enum: ['camt.053', 'camt.054'],
      default: 'camt.053',
      description:
        'What reconciliation compares: the bank’s statements, or its notifications if it sends no statements.',
    },
    most_transfers: whole(1, 20_000, 5000, 'How many transfers a file has at most.'),
    most_mebibytes: whole(1, 64, 16, 'How large a file of the bank may be, in MiB.'),
    poll_seconds: whole(
      0,
      3600,
      60,
      'How often the bank’s folder is looked into; after a failure, again within 5 minutes.',
    ),
    rest_seconds: whole(0, 600, 5, 'How long a file must be unchanged before it is read.'),
  },
  anyOf: [
    { properties: { address: { pattern: '^file:' } } },
    { required: ['host_keys', 'key'] },
    { required: ['host_keys', 'password'] },
  ],
  ...words('must have host_keys, and a key or a password, for SFTP.'),
} as const;
