import { setTimeout as pause } from 'node:timers/promises';
import type { PlatformDb } from '../../../platform/db/database.ts';
import { createOutage } from '../../../platform/jobs/outage.ts';
import type { Log } from '../../../platform/log.ts';
import { MailRefused, type SendMail } from '../../../platform/mail.ts';
import { claimMailAcrossMerchants, writeFailedAcrossMerchants, writeSentAcrossMerchants } from './queries.ts';

type Mailer = { readonly platform: PlatformDb; readonly send: SendMail; readonly log: Log };

const pollMs = 1000;
/** Longer than the mail server may take for a mail. */
const leaseSeconds = 300;
/** After each failure; then the mail is given up. */
const againSeconds = [60, 300, 1800, 7200] as const;

/** The loop that sends mails. Any number of processes may run one. A process that dies leaves its mails to be sent again. */
export function createMailer(mailer: Mailer): {
  readonly start: () => void;
  readonly stop: () => Promise<void>;
} {
  const ending = new AbortController();
  const sends = createOutage(mailer.log, 'sending mails');
  let running = Promise.resolve();

  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      const sentOne = await sends.attempt(() => sendDueMail(mailer), ending.signal);
      if (!sentOne) await pause(pollMs, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  }

  return {
    start() {
      running = run();
    },
    async stop() {
      ending.abort();
      await running;
    },
  };
}

/**
 * Sends a mail that is due. The mail server is asked outside of any transaction.
 *
 * @returns false if none was due
 */
async function sendDueMail({ platform, send, log }: Mailer): Promise<boolean> {
  const taken = await claimMailAcrossMerchants(platform, leaseSeconds);
  if (!taken) return false;
  const { id, recipient, subject, text, attempts } = taken;
  try {
    await send({ id, to: recipient, subject, text });
  } catch (error) {
    const words = withoutReader(error instanceof Error ? error.message : String(error), taken);
    log.warn({ mail: id, attempts, reason: words }, 'a mail was not sent');
    const again = error instanceof MailRefused ? null : (againSeconds[attempts - 1] ?? null);
    await writeFailedAcrossMerchants(platform, taken, { error: words, againSeconds: again });
    return true;
  }
  await writeSentAcrossMerchants(platform, taken);
  return true;
}

/** A server's refusal quotes the address, and a filter may quote the link, which lets its reader in. Neither belongs in the log. */
function withoutReader(
  words: string,
  { recipient, text }: Readonly<Record<'recipient' | 'text', string>>,
): string {
  const hidden = [recipient, ...(text.match(/https?:\/\/\S+/g) ?? [])];
  return hidden.reduce((shown, one) => shown.replaceAll(one, '…'), words);
}
