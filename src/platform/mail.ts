import { createTransport } from 'nodemailer';

/** Sends one mail. Rejects when the server did not take it. */
export type SendMail = (mail: {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}) => Promise<void>;

/** How long a mail server may take for each step. */
const patienceMs = 10_000;

/**
 * Opens the way to an SMTP server. Mails are plain text.
 *
 * @param url `smtps://user:password@host:465`, or `smtp://…` which starts TLS if the server offers it
 * @param from the sender, such as `Payments <payments@example.com>`
 */
export function createMail(
  url: string,
  from: string,
): { readonly send: SendMail; readonly close: () => void } {
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: 2,
      connectionTimeout: patienceMs,
      greetingTimeout: patienceMs,
      socketTimeout: patienceMs,
    },
    { from },
  );
  return {
    send: async (mail) => {
      await transport.sendMail(mail);
    },
    close: () => transport.close(),
  };
}
