import { resolve } from 'node:path';
import { join } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { monotonicMs, now } from '../../../../platform/clock.ts';
import { troubleOf } from '../asking.ts';
import type { Rail, RailCheck, RailParts } from '../rail.ts';
import { countToHandOverAcrossMerchants } from './file-queries.ts';
import { handOver } from './hand-over.ts';
import { makeFiles } from './make-files.ts';
import type { BankRail } from './parts.ts';
import { pay } from './pay.ts';
import { receivedStatements } from './received-statements.ts';
import { bankFinder } from './settings/banks.ts';
import { type Calendar, executionDay, nextCutOff, shownTime } from './settings/calendar.ts';
import type { BankFilesSettings } from './settings/settings.ts';
import { takeAnswers } from './take-answers.ts';
import { countWaitingAcrossMerchants } from './transfer-queries.ts';
import { type Box, checkStep, whyOf } from './transport/box.ts';
import { folderBox } from './transport/folder.ts';
import { restedFiles } from './transport/rested.ts';
import { sftpBox } from './transport/sftp.ts';

/** `now` decides whether a cut-off has come; absent: the clock. Tests turn it. */
type Parts = RailParts & { readonly now?: () => Date };

/**
 * Pays out to bank accounts by files of ISO 20022: payouts gather until a cut-off, a file goes to the bank, and the bank's files
 * say what became of them.
 *
 * Decision 0105.
 */
export function createBankFiles(settings: BankFilesSettings, parts: Parts): Rail {
  const rail: BankRail = {
    name: parts.name,
    db: parts.db,
    log: parts.log,
    secrets: parts.secrets,
    settings,
    bankOf: bankFinder(settings.banks),
    box: boxOf(settings),
    rested: restedFiles((settings.rest_seconds ?? 5) * 1000, monotonicMs),
    now: parts.now ?? now,
    mostTransfers: settings.most_transfers ?? 5000,
    mostBytes: (settings.most_mebibytes ?? 16) * 1024 * 1024,
  };
  return {
    name: parts.name,
    payouts: { name: parts.name, answersAfterMs: 0, pay: (request) => pay(rail, request) },
    check: () => check(rail),
    ...exchange(rail),
    received: (days) => receivedStatements(rail, days),
    closedOn: (day) => isClosedOn(settings.cut_offs, day),
    stop: async () => undefined,
  };
}

/** A bank that works on a day would carry out on it what it is asked for at noon. */
function isClosedOn(calendar: Calendar, day: string): boolean {
  const { time_zone: timeZone } = calendar;
  const noon = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: '12:00' });
  return executionDay(calendar, new Date(noon.epochMilliseconds)) !== day;
}

function boxOf(settings: BankFilesSettings): Box {
  const { address, outgoing, incoming, after_reading: afterReading = 'move' } = settings;
  const url = new URL(address);
  if (url.protocol === 'file:') {
    const base = fileURLToPath(url);
    return folderBox({ outgoing: resolve(base, outgoing), incoming: resolve(base, incoming), afterReading });
  }
  const base = decodeURIComponent(url.pathname).replace(/^$/, '.');
  return sftpBox({
    host: url.hostname.replaceAll(/^\[|\]$/g, ''),
    port: Number(url.port || 22),
    user: decodeURIComponent(url.username),
    hostKeys: settings.host_keys ?? [],
    password: settings.password,
    key: settings.key,
    passphrase: settings.passphrase,
    outgoing: join(base, outgoing),
    incoming: join(base, incoming),
    afterReading,
  });
}

/** After a failure the bank's folder is looked into again this soon, so that neither the trouble nor its end is told an hour late. */
const lookAgainSeconds = 300;

/**
 * Makes the files that are due, hands them over, and takes the bank's. The trouble of one step keeps no other from being done, and lasts
 * until that step goes well. It lasts on while another process does the step: that one may fail as well.
 */
function exchange(rail: BankRail): Required<Pick<Rail, 'tick' | 'failingSinceMs'>> {
  const { poll_seconds: poll = 60 } = rail.settings;
  const failing = new Map<string, number>();
  const look = 'the files of the bank could not be looked for';
  let polledAt = Number.NEGATIVE_INFINITY;

  async function step(words: string, work: () => Promise<boolean | undefined>): Promise<void> {
    try {
      const wentWell = await work();
      if (wentWell === true) failing.delete(words);
      if (wentWell !== false) return;
    } catch (error) {
      rail.log.error({ err: troubleOf(error), ...whyOf(error) }, words);
    }
    if (!failing.has(words)) failing.set(words, monotonicMs());
  }

  return {
    async tick(signal) {
      await step('files for the bank could not be made', () => makeFiles(rail, signal));
      await step('a file could not be handed over to the bank', () => handOver(rail, signal));
      const seconds = failing.has(look) ? Math.min(poll, lookAgainSeconds) : poll;
      if (signal.aborted || monotonicMs() - polledAt < seconds * 1000) return;
      polledAt = monotonicMs();
      await step(look, () => takeAnswers(rail, signal));
    },
    failingSinceMs: () => (failing.size === 0 ? undefined : Math.min(...failing.values())),
  };
}

async function check(rail: BankRail): Promise<readonly RailCheck[]> {
  const { settings, db, name } = rail;
  const timetable = async () => {
    const next = nextCutOff(settings.cut_offs, rail.now());
    if (next === undefined)
      throw new Error('no cut-off comes within two months: look at times, days and holidays');
    return `the next cut-off is ${shownTime(settings.cut_offs, next)}`;
  };
  const standing = async () => {
    const waiting = await countWaitingAcrossMerchants(db, name);
    const files = await countToHandOverAcrossMerchants(db, name);
    return `${waiting} payouts wait for a cut-off, ${files} files wait to be handed over`;
  };
  return [
    ...(await rail.box.check()),
    await checkStep('cut-off', timetable, monotonicMs),
    await checkStep('waiting', standing, monotonicMs),
  ];
}
