import { setTimeout as pause } from 'node:timers/promises';
import type { PlatformDb } from '../../../platform/db/database.ts';
import { createOutage } from '../../../platform/jobs/outage.ts';
import type { Log } from '../../../platform/log.ts';
import type { SendMail } from '../../../platform/mail.ts';
import {
  claimMailsAcrossMerchants,
  writeFailedAcrossMerchants,
  writeSentAcrossMerchants,
} from './queries.ts';

type Mailer = { readonly platform: PlatformDb; readonly send: SendMail; readonly log: Log };

const pollMs = 1000;
/** Longer than the mail server may take for a whole batch. */
const leaseSeconds = 300;
const mostAtOnce = 10;
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
      await sends.attempt(() => sendDueMails(mailer), ending.signal);
      await pause(pollMs, undefined, { signal: ending.signal }).catch(() => undefined);
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

/** Sends what is due. The mail server is asked outside of any transaction. */
async function sendDueMails({ platform, send, log }: Mailer): Promise<void> {
  const due = await claimMailsAcrossMerchants(platform, { most: mostAtOnce, leaseSeconds });
  for (const { id, recipient, subject, text, attempts } of due) {
    try {
      await send({ to: recipient, subject, text });
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      log.warn({ mail: id, attempts, reason: words }, 'a mail was not sent');
      await writeFailedAcrossMerchants(platform, id, {
        error: words,
        againSeconds: againSeconds[attempts - 1] ?? null,
      });
      continue;
    }
    await writeSentAcrossMerchants(platform, id);
  }
}
