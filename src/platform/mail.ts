import { domainToASCII } from 'node:url';
import { now } from './clock.ts';

const addressShape =
  /^[^\s\p{Cc}\p{Cf}@<>()[\],;:\\"&]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,8}[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$/u;

/** Whether a text is one address that a mail can be sent to: no list, name, comment or quoted part (RFC 5321, section 4.1.2). */
export function isMailAddress(text: string): boolean {
  return text.length <= 254 && addressShape.test(text);
}

/**
 * Sends one mail. One that is sent again, since no answer came to it, has the same `id`: by that, mail servers and programs know it for
 * the same, and many show it once.
 *
 * @throws MailRefused the server will never take this mail; any other error: it may take it later
 */
export type SendMail = (mail: {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}) => Promise<void>;

/** The mail server refused a mail for good: its reader does not exist, say. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

export type MailTransport = { readonly send: SendMail; readonly close: () => void };

/**
 * How long a mail server may take for each step. Some look for viruses before they answer, and a mail whose answer comes too late is sent
 * again. All steps together take less than a mailer's lease, and one less than a process may take to stop.
 */
const patienceMs = 20_000;

/** A server on this machine. What is sent to it crosses no network. */
const ownHosts = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Opens the way to an SMTP server. Mails are plain text, and hold links that let their reader in: without TLS they are sent to
 * this machine only.
 *
 * @param url `smtps://user:password@host:465`, or `smtp://…` which starts TLS
 * @param from the sender, such as `Payments <payments@example.com>`
 */
export async function createMail(url: string, from: string): Promise<MailTransport> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: 2,
      connectionTimeout: patienceMs,
      greetingTimeout: patienceMs,
      socketTimeout: patienceMs,
      requireTLS: !ownHosts.includes(new URL(url).hostname),
    },
    // RFC 3834: an absent reader's mail program does not answer a program.
    { from, headers: { 'Auto-Submitted': 'auto-generated' } },
  );
  const domain = domainOf(from);
  return {
    send: async ({ id, to, subject, text }) => {
      const messageId = `<${id}@${domain}>`;
      try {
        // As an object, the address is taken as it is. As a string it is a list, with names and comments.
        await transport.sendMail({ messageId, date: now(), subject, text, to: { name: '', address: to } });
      } catch (error) {
        throw isForGood(error) ? new MailRefused(String(error), { cause: error }) : error;
      }
    },
    close: () => transport.close(),
  };
}

/** Of the sender's address, which may follow a name. In ASCII: not every server takes other letters in a header. */
function domainOf(from: string): string {
  return domainToASCII(/@([^\s@<>]+)>?\s*$/.exec(from)?.[1] ?? '') || 'localhost';
}

/** RFC 5321, section 4.2.1: 5yz is permanent. Only of the mail's reader or text: a wrong sender or password can be set right. */
function isForGood(error: unknown): boolean {
  if (!(error instanceof Error && 'command' in error && 'responseCode' in error)) return false;
  return ['RCPT TO', 'DATA'].includes(String(error.command)) && Number(error.responseCode) >= 500;
}
