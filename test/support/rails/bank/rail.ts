import { randomUUID } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { amountOf } from '../../../../src/domain/money/amounts/amount.ts';
import { createBankFiles } from '../../../../src/domain/money/gateways/bank-files/rail.ts';
import type { BankFilesSettings } from '../../../../src/domain/money/gateways/bank-files/settings/settings.ts';
import type { PayoutOutcome, PayoutRequest } from '../../../../src/domain/money/gateways/payout-port.ts';
import type { Rail } from '../../../../src/domain/money/gateways/rail.ts';
import { merchantId } from '../../../../src/engine/principal.ts';
import { newId } from '../../../../src/platform/ids.ts';
import { createLog } from '../../../../src/platform/log.ts';
import { createSecrets } from '../../../../src/platform/secrets.ts';
import type { TestDatabase } from '../../service/database.ts';

export const gatewayName = 'bank';

/** Two folders that are shared with a bank, which is the test. */
export type SharedFolders = {
  readonly base: string;
  readonly outgoing: string;
  readonly incoming: string;
  /** The payment orders that the bank can see, by name. */
  readonly orders: () => Readonly<Record<string, string>>;
  /** Puts a file into the incoming folder, long finished. */
  readonly answer: (text: string | Uint8Array, name?: string) => string;
  readonly remove: () => void;
};

export function sharedFolders(): SharedFolders {
  const base = mkdtempSync(join(tmpdir(), 'bank-'));
  const [outgoing, incoming] = [join(base, 'to-bank'), join(base, 'from-bank')];
  for (const folder of [outgoing, incoming]) mkdirSync(folder);
  let sent = 0;
  return {
    base,
    outgoing,
    incoming,
    orders: () => {
      const names = readdirSync(outgoing).filter((name) => name.endsWith('.xml'));
      return Object.fromEntries(names.map((name) => [name, readFileSync(join(outgoing, name), 'utf8')]));
    },
    answer: (text, name = `answer-${(sent += 1)}.xml`) => {
      writeFileSync(join(incoming, name), text);
      const past = Date.now() / 1000 - 60;
      utimesSync(join(incoming, name), past, past);
      return name;
    },
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}

/** Cut-offs at ten and three o'clock in Harare, which is 08:00 and 13:00 UTC, from Monday to Friday. */
export function bankSettings(
  { base }: Pick<SharedFolders, 'base'>,
  about: Partial<BankFilesSettings> = {},
): BankFilesSettings {
  return {
    address: pathToFileURL(base).href,
    outgoing: 'to-bank',
    incoming: 'from-bank',
    debtor: {
      name: 'Merchant Payments Service',
      bic: 'SRVCZWHX',
      accounts: { USD: '100200300', ZWG: '100200301' },
    },
    banks: [
      { name: 'First Bank', also: ['First Bank of Commerce'], bic: 'FRSTZWHX' },
      { name: 'Second Bank', member: { system: 'ZWRTG', id: '02', with_branch: true } },
    ],
    cut_offs: { times: ['10:00', '15:00'], time_zone: 'Africa/Harare', holidays: ['2026-12-25'] },
    poll_seconds: 0,
    rest_seconds: 0,
    ...about,
  };
}

type Opened = {
  readonly rail: Rail;
  readonly lines: Record<string, unknown>[];
  readonly pay: (about?: Partial<PayoutRequest>) => Promise<PayoutOutcome>;
  readonly tick: () => Promise<void>;
};

/** A rail on the live tables of a database. `clock.now` decides whether a cut-off has come. */
export function openRail(
  database: Pick<TestDatabase, 'databases' | 'secretKey'>,
  settings: BankFilesSettings,
  clock: { now: Date },
): Opened {
  const lines: Record<string, unknown>[] = [];
  const rail = createBankFiles(settings, {
    name: gatewayName,
    db: database.databases.live,
    log: createLog({
      level: 'info',
      readable: false,
      destination: { write: (line) => void lines.push(JSON.parse(line)) },
    }),
    secrets: createSecrets(database.secretKey),
    callbackAddress: 'http://localhost',
    now: () => clock.now,
  });
  const { payouts, tick } = rail;
  if (!payouts || !tick) throw new Error('the rail pays out and ticks');
  return {
    rail,
    lines,
    pay: (about) => payouts.pay(aRequest(about)),
    tick: () => tick(new AbortController().signal),
  };
}

/** What the service asks a gateway for a payout of 9.50 to First Bank. */
export function aRequest(about: Partial<PayoutRequest> = {}): PayoutRequest {
  return {
    merchantId: merchantId(randomUUID()),
    reference: newId(),
    method: 'bank_transfer',
    gross: amountOf(100_000n),
    net: amountOf(95_000n),
    currency: 'USD',
    startedAt: new Date(),
    now: new Date(),
    destination: {
      type: 'bank',
      bankName: 'First Bank',
      accountName: 'Corner Shop',
      accountNumber: '1002003004',
      branchCode: '01101',
    },
    ...about,
  };
}

export function endToEndIdOf(reference: string): string {
  return `PO${reference.replaceAll('-', '').toUpperCase()}`;
}
