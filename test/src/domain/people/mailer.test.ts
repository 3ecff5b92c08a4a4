import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMailer } from '../../../../src/domain/people/mail/mailer.ts';
import { sendLater } from '../../../../src/domain/people/mail/mails.ts';
import { createLog } from '../../../../src/platform/log.ts';
import { createMail, type MailTransport } from '../../../../src/platform/mail.ts';
import { soon } from '../../../support/checks/soon.ts';
import { cloneDatabase, type TestDatabase } from '../../../support/service/database.ts';

let database: TestDatabase;
let server: SMTPServer;
/** What the mail server was sent, each with its headers. */
let taken: string[];
/** To whom the mail server was to send them. */
let readers: string[];
/** What the mail server answers; undefined: it takes the mail. */
let refusal: { readonly code: number } | undefined;
let mail: MailTransport;

beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  taken = [];
  readers = [];
  lines = [];
  refusal = undefined;
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      readers.push(address);
      const words = `no <${address}>, no https://a.test/x, see https://help.test`;
      done(refusal && Object.assign(new Error(words), { responseCode: refusal.code }));
    },
    onData: (stream, _session, done) => {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
      stream.on('end', () => {
        taken.push(text);
        done();
      });
    },
  });
  server.listen(0);
  await once(server.server, 'listening');
  mail = await mailAt('127.0.0.1');
});
afterEach(async () => {
  mail.close();
  await new Promise<void>((done) => {
    server.close(done);
  });
  await database.asOwner('DELETE FROM platform.mails');
});

const aMail = {
  to: 'tariro@people.test',
  subject: 'Confirm your address – now',
  text: 'Open https://a.test/x',
};
const write = (about = aMail) => sendLater(database.databases.platform, about);
const mails = () =>
  database.asOwner(
    'SELECT attempts, text, sent_at IS NOT NULL AS sent, next_at IS NULL AS ended, last_error FROM platform.mails',
  );
const mailAt = (host: string) => {
  const { port } = server.server.address() as AddressInfo;
  return createMail(`smtp://${host}:${port}`, 'Payments <payments@bücher.test>');
};
let lines: string[];
const log = createLog({ level: 'warn', destination: { write: (line) => lines.push(line) }, readable: false });
const aMailer = (send = mail.send) => createMailer({ platform: database.databases.platform, send, log });

async function untilSeen(wanted: Record<string, unknown>, send = mail.send): Promise<void> {
  const mailer = aMailer(send);
  mailer.start();
  try {
    await soon(async () => {
      expect(await mails()).toMatchObject([wanted]);
    });
  } finally {
    await mailer.stop();
  }
}

describe('a mail', () => {
  it('reaches a mail server once, and its link is not kept', async () => {
    await write();
    await untilSeen({ sent: true, ended: true, attempts: 1, text: '' });

    expect(taken).toHaveLength(1);
    expect(taken[0]).toContain('From: Payments <payments@xn--bcher-kva.test>');
    expect(taken[0]).toContain('To: tariro@people.test');
    expect(taken[0]).toContain('Auto-Submitted: auto-generated');
    expect(taken[0]).toContain('https://a.test/x');
  });

  it('is sent once by three mailers at the same time', async () => {
    for (let nth = 0; nth < 12; nth += 1) await write({ ...aMail, subject: `Mail ${nth}` });
    const mailers = [aMailer(), aMailer(), aMailer()];
    for (const mailer of mailers) mailer.start();
    await soon(async () => {
      expect((await mails()).filter(({ sent }) => sent)).toHaveLength(12);
    });
    await Promise.all(mailers.map((mailer) => mailer.stop()));

    expect(taken).toHaveLength(12);
  });

  it('is tried again after a refusal, and given up after the fifth', async () => {
    refusal = { code: 451 };
    await write();
    await untilSeen({ attempts: 1, sent: false, ended: false, text: aMail.text });
    for (let attempt = 2; attempt <= 4; attempt += 1) {
      await database.asOwner('UPDATE platform.mails SET next_at = now()');
      await untilSeen({ attempts: attempt, ended: false });
    }
    await database.asOwner('UPDATE platform.mails SET next_at = now()');
    await untilSeen({ attempts: 5, sent: false, ended: true, text: '' });

    expect(taken).toEqual([]);
  });

  it('is tried again though others are sent or given up meanwhile', async () => {
    const codes: Record<string, number | undefined> = { 'later@people.test': 451, 'nobody@people.test': 550 };
    for (const to of ['later@people.test', aMail.to, 'nobody@people.test']) await write({ ...aMail, to });
    const mailer = aMailer(async (one) => {
      const code = codes[one.to];
      refusal = code === undefined ? undefined : { code };
      await mail.send(one);
    });
    mailer.start();
    await soon(async () => {
      expect((await mails()).map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
      expect((await mails()).filter(({ ended }) => ended)).toHaveLength(2);
    });
    await mailer.stop();

    expect((await mails()).filter(({ sent, ended }) => !sent && !ended)).toMatchObject([
      { text: aMail.text, last_error: expect.stringContaining('451') },
    ]);
  });

  it('is given up at once when its reader does not exist', async () => {
    refusal = { code: 550 };
    await write();
    await untilSeen({ attempts: 1, sent: false, ended: true, text: '' });

    expect(taken).toEqual([]);
    // Neither whose address it is, nor the link that lets its reader in.
    expect(lines).toEqual([expect.stringContaining('550 no <…>, no …, see https://help.test')]);
  });

  it('is not sent in plain to another machine', async () => {
    await write();
    // Any address but those of this machine's own server; the server offers no TLS.
    const far = await mailAt('127.0.0.2');
    await untilSeen({ attempts: 1, sent: false, ended: false, text: aMail.text }, far.send);
    far.close();

    expect(await mails()).toMatchObject([{ last_error: expect.stringContaining('STARTTLS') }]);
    expect(taken).toEqual([]);
  });

  it('is sent by another process when the one that took it hangs, and a late failure changes nothing', async () => {
    await write();
    const answer = Promise.withResolvers<void>();
    const hanging = aMailer(async (one) => {
      await mail.send(one);
      await answer.promise;
    });
    hanging.start();
    await soon(async () => {
      expect(taken).toHaveLength(1);
    });
    await database.asOwner('UPDATE platform.mails SET next_at = now()');
    await untilSeen({ sent: true, attempts: 2 });
    answer.reject(new Error('too late'));
    await hanging.stop();

    expect(await mails()).toMatchObject([{ sent: true, ended: true, last_error: null }]);
    // Its reader's mail program knows the second for the first.
    const ids = taken.map((text) => /^Message-ID: (<.+@xn--bcher-kva\.test>)\r$/m.exec(text)?.[1]);
    expect(ids).toEqual([expect.any(String), ids[0]]);
  });

  it('goes to one reader, whatever the address says', async () => {
    await write({
      ...aMail,
      to: 'tariro@people.test\r\nBcc: all@people.test',
      subject: 'A\r\nBcc: all@people.test',
    });
    const mailer = aMailer();
    mailer.start();
    await soon(async () => {
      expect((await mails())[0]?.['attempts']).toBe(1);
    });
    await mailer.stop();

    expect(taken.join('')).not.toMatch(/^bcc:/im);
    expect(new Set(readers)).not.toContain('all@people.test');
  });
});
