import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DatabaseUnavailable } from '../../../../src/platform/db/driver/violations.ts';
import type { Message } from '../../../../src/platform/iso8583/layout.ts';
import { createLink, type Link, type LinkOptions } from '../../../../src/platform/iso8583/link.ts';
import { linkOptions } from './link-options.ts';
import { anOtherEnd, approvalOf, approves, framed, type OtherEnd, on } from './other-end.ts';

const ends: OtherEnd[] = [];
const links: Link[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const link of links.splice(0)) link.stop();
  await Promise.all(ends.splice(0).map((end) => end.close()));
});

async function linked(about: Partial<LinkOptions> = {}, to: Parameters<typeof anOtherEnd>[0] = {}) {
  const end = await anOtherEnd(to);
  const lines: string[] = [];
  const link = createLink(linkOptions({ address: { host: '127.0.0.1', port: end.port }, ...about }, lines));
  ends.push(end);
  links.push(link);
  return { end, link, lines };
}

const away = new DatabaseUnavailable(new Error('no answer'));

let stans = 0;
function aRequest(mti = '0200'): Message {
  stans += 1;
  const stan = String(stans).padStart(6, '0');
  return { mti, fields: { 3: '000000', 4: '000000001200', 11: stan, 41: 'SHOP0001', 49: '840' } };
}

const typesOf = ({ received }: OtherEnd) => received.map(({ mti, fields }) => fields[70] ?? mti);
function refusal(message: Message): Message {
  const { mti, fields } = approvalOf(message);
  return { mti, fields: { ...fields, 39: '05' } };
}
const last = <Each>(list: readonly Each[]): Each => {
  const found = list.at(-1);
  if (found === undefined) throw new Error('the list is empty');
  return found;
};

describe('an other end', () => {
  it('that names a terminal in the answer to a sign-on, though nobody did, is signed on to', async () => {
    const { link, end } = await linked();
    end.behave(
      on('0800', (message, socket) => {
        const { mti, fields } = approvalOf(message);
        socket.write(framed({ mti, fields: { ...fields, 41: 'SHOP0001' } }));
      }),
    );

    expect(await link.ask(aRequest(), 20_000)).toMatchObject({ kind: 'answered' });
  });
});

describe('an other end that is not there, or is wrong', () => {
  it('that nobody listens at: nothing is sent', async () => {
    const { link } = await linked({ connectMs: 20_000, address: { host: '127.0.0.1', port: 9 } });

    expect(await link.ask(aRequest(), 500)).toEqual({
      kind: 'unsent',
      why: '127.0.0.1:9: nothing listens there (ECONNREFUSED)',
    });
  });

  it.each([
    ['says nothing', () => undefined, /^the sign-on was not answered: no answer in 1000 ms$/],
    [
      'closes at once',
      (socket) => socket.destroy(),
      /the other end (closed|ended) the connection|closed the connection at once/,
    ],
    [
      'answers garbage',
      (socket) => socket.write(Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')),
      /^the sign-on was not answered: the length in front of a message is wrong$/,
    ],
    [
      'says a length that no message has',
      (socket) => socket.write(`9999${'0'.repeat(50)}`),
      /^the sign-on was not answered: the length in front of a message is wrong$/,
    ],
    [
      'sends half a message',
      (socket) => socket.write(framed(approvalOf({ mti: '0800', fields: {} })).subarray(0, 20)),
      /^the sign-on was not answered: (a message stopped in the middle|no answer in 1000 ms)$/,
    ],
  ] as const satisfies readonly (readonly [
    string,
    (socket: OtherEnd['sockets'][number]) => unknown,
    RegExp,
  ])[])('that accepts and %s: no request is sent', async (_, opened, why) => {
    const { link, end } = await linked({ answerMs: 1000 }, { opened });

    const asked = await link.ask(aRequest(), 20_000);

    expect(asked).toEqual({
      kind: 'unsent',
      why: expect.stringMatching(why),
    });
    expect(end.received).toEqual([]);
  });

  it('that refuses the sign-on: no request is sent, and its code is named', async () => {
    const { link, end } = await linked();
    end.behave(({ fields }, socket) => {
      socket.write(framed({ mti: '0810', fields: { 11: fields[11] ?? '', 39: '58' } }));
    });

    expect(await link.ask(aRequest(), 20_000)).toEqual({
      kind: 'unsent',
      why: 'the sign-on was refused with response code 58',
    });
    expect(typesOf(end)).toEqual(['001']);
  });
});

describe('a connection that was lost', () => {
  it('is tried again after a pause that doubles up to the longest, and not before', async () => {
    let nowMs = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
    let tries = 0;
    const { link } = await linked(
      { firstPauseMs: 200, longestPauseMs: 1000 },
      {
        opened: (socket) => {
          tries += 1;
          socket.destroy();
        },
      },
    );
    const triesAfter = async (ms: number) => {
      nowMs += ms;
      await link.ready().catch(() => undefined);
      return tries;
    };

    expect(await triesAfter(0)).toBe(1);
    let made = 1;
    for (const pause of [200, 400, 800, 1000, 1000]) {
      expect(await triesAfter(pause - 1), `within ${pause} ms`).toBe(made);
      made += 1;
      expect(await triesAfter(1), `after ${pause} ms`).toBe(made);
    }
  });

  it('is tried again at once if it was our database that failed, as when it gave no number', async () => {
    let fails = true;
    const { link, end, lines } = await linked({
      firstPauseMs: 60_000,
      longestPauseMs: 60_000,
      nextStan: () => (fails ? Promise.reject(away) : Promise.resolve('900001')),
    });
    await expect(link.ask(aRequest(), 20_000)).rejects.toBe(away);
    fails = false;

    expect(await link.ask(aRequest(), 20_000)).toMatchObject({ kind: 'answered' });
    expect(typesOf(end)).toEqual(['001', '0200']);
    expect(lines.join('')).not.toContain('no connection to the acquirer');
  });

  it('is made once for many requests at the same time, and again for the next one', async () => {
    const { link, end } = await linked();

    await Promise.all([1, 2, 3].map(() => link.ready()));
    last(end.sockets).destroy();
    await vi.waitFor(async () => expect((await link.ask(aRequest(), 20_000)).kind).toBe('answered'), 20_000);

    expect(end.sockets).toHaveLength(2);
    expect(typesOf(end).filter((type) => type === '001')).toHaveLength(2);
  });

  it('sends no request whose time has passed before there was a new one: it may be reversed by now', async () => {
    const { link, end } = await linked();
    end.behave(on('0800', (message, socket) => void setTimeout(() => approves(message, socket), 120)));

    expect(await link.ask(aRequest(), 100)).toEqual({ kind: 'unsent', why: 'its time has passed' });
    expect(await link.ask(aRequest(), 20_000)).toMatchObject({ kind: 'answered' });
    expect(typesOf(end)).toEqual(['001', '0200']);
  });

  it('leaves the requests on it without an answer, and is not connected again once it was stopped', async () => {
    const { link, end } = await linked();
    end.behave(on('0200', (_, socket) => socket.destroy()));

    expect(await link.ask(aRequest(), 20_000)).toMatchObject({ kind: 'silent' });
    link.stop();

    expect(await link.ask(aRequest(), 20_000)).toEqual({ kind: 'unsent', why: 'the service is stopping' });
  });
});

describe('an idle connection', () => {
  it('is kept by an echo, and by any message', async () => {
    const { link, end } = await linked({ idleMs: 80 });

    await link.ready();
    await vi.waitFor(
      () => expect(typesOf(end).filter((type) => type === '301').length).toBeGreaterThan(2),
      20_000,
    );

    expect(await link.ask(aRequest(), 20_000)).toMatchObject({ kind: 'answered' });
    expect(end.sockets).toHaveLength(1);
  });

  it('stays, with the requests on it, while our database gives no number for an echo', async () => {
    let asked = 0;
    const nextStan = () => {
      asked += 1;
      return asked === 2 || asked === 3 ? Promise.reject(away) : Promise.resolve(String(900_000 + asked));
    };
    const { link, end, lines } = await linked({ idleMs: 80, nextStan });
    const { promise: held, resolve: hold } = Promise.withResolvers<Parameters<typeof approves>>();
    end.behave(on('0200', (message, socket) => hold([message, socket])));

    const waits = link.ask(aRequest(), 20_000);
    await vi.waitFor(() => expect(typesOf(end)).toContain('301'), 20_000);
    approves(...(await held));

    expect(await waits).toMatchObject({ kind: 'answered' });
    expect(end.sockets).toHaveLength(1);
    expect(lines.join('').match(/was not asked for an echo/g)).toHaveLength(2);
  });

  it('is found out to be dead when no echo comes: the next request takes a new one', async () => {
    const { link, end, lines } = await linked({ idleMs: 50, answerMs: 1000 });
    await link.ready();
    end.behave(() => undefined);

    await vi.waitFor(() => expect(last(end.sockets).destroyed).toBe(true), 20_000);
    end.behave(approves);

    expect(await link.ask(aRequest(), 20_000)).toMatchObject({ kind: 'answered' });
    expect(end.sockets).toHaveLength(2);
    expect(lines.join('')).toContain('the echo was not answered: no answer in 1000 ms');
  });

  it('is asked for an echo even while as many requests wait as may', async () => {
    const { link, end } = await linked({ idleMs: 50, answerMs: 5000, mostOutstanding: 1 });
    end.behave(on('0200', (message, socket) => void setTimeout(approves, 300, message, socket)));

    expect(await link.ask(aRequest(), 20_000)).toMatchObject({ kind: 'answered' });
    expect(typesOf(end)).toContain('301');
    expect(end.sockets).toHaveLength(1);
  });
});

describe('many requests on one connection', () => {
  it('are no more than the bound: one more is not sent', async () => {
    const { link, end } = await linked({ mostOutstanding: 3 });
    end.behave(on('0200', () => undefined));
    await link.ready();
    const waiting = [1, 2, 3].map(() => link.ask(aRequest(), 400));

    expect(await link.ask(aRequest(), 400)).toEqual({
      kind: 'unsent',
      why: 'too many requests wait for an answer',
    });
    expect((await Promise.all(waiting)).map(({ kind }) => kind)).toEqual(['silent', 'silent', 'silent']);
    end.behave(approves);
    expect(await link.ask(aRequest(), 20_000)).toMatchObject({ kind: 'answered' });
    expect(typesOf(end).filter((type) => type === '0200')).toHaveLength(4);
  });

  it('that the layout has no room for are not sent, and the connection stays', async () => {
    const { link, end } = await linked();
    const { mti, fields } = aRequest();

    expect(await link.ask({ mti, fields: { ...fields, 42: 'X'.repeat(16) } }, 400)).toMatchObject({
      kind: 'unsent',
    });
    expect(await link.ask(aRequest(), 20_000)).toMatchObject({ kind: 'answered' });
    expect(end.sockets).toHaveLength(1);
  });

  it('get the first of two answers; answers to nobody are dropped, and logged without what they say', async () => {
    const { link, end, lines } = await linked();
    end.behave(
      on('0200', (message, socket) => {
        const unknown = {
          mti: '0210',
          fields: { ...approvalOf(message).fields, 2: '4242424242424242', 11: '777777' },
        };
        socket.write(framed(unknown));
        socket.write(framed(approvalOf(message)));
        socket.write(framed(refusal(message)));
      }),
    );

    const asked = await Promise.all([1, 2, 3].map(() => link.ask(aRequest(), 20_000)));

    expect(asked.map((each) => each.kind === 'answered' && each.answer.fields[39])).toEqual([
      '00',
      '00',
      '00',
    ]);
    await vi.waitFor(
      () => expect(lines.filter((line) => line.includes('no request waits')).length).toBe(6),
      20_000,
    );
    expect(lines.join('')).not.toContain('4242424242424242');
  });

  it('take no answer of another kind, of another terminal, or of another number', async () => {
    const { link, end } = await linked();
    end.behave(
      on('0200', (message, socket) => {
        const { fields } = approvalOf(message);
        for (const wrong of [
          { mti: '0410', fields },
          { mti: '0210', fields: { ...fields, 41: 'SHOP0002' } },
          { mti: '0210', fields: { ...fields, 11: '777777' } },
        ])
          socket.write(framed(wrong));
      }),
    );

    expect(await link.ask(aRequest(), 200)).toEqual({
      kind: 'silent',
      why: expect.stringMatching(/^no answer in \d+ ms$/),
    });
  });
});

describe('hostile bytes', () => {
  const hostile: readonly (readonly [string, (socket: OtherEnd['sockets'][number]) => void])[] = [
    ['are random', (socket) => void socket.write(randomBytes(100_000))],
    ['are a giant length and much behind it', (socket) => void socket.write(`9999${'0'.repeat(500_000)}`)],
    ['are a good length and rubbish', (socket) => void socket.write(`0040${'z'.repeat(40)}`)],
    ['claim every field', (socket) => void socket.write(`00400210${'F'.repeat(36)}`)],
  ];
  it.each(hostile)('that %s end the connection; the next request takes a new one', async (_, attack) => {
    const { link, end } = await linked();
    end.behave(on('0200', (_message, socket) => attack(socket)));

    expect(await link.ask(aRequest(), 20_000)).toMatchObject({ kind: 'silent' });
    end.behave(approves);

    expect(await link.ask(aRequest(), 20_000)).toMatchObject({ kind: 'answered' });
    expect(end.sockets).toHaveLength(2);
  });

  it('in 10,000 tiny segments are read as the messages that they are, in bounded memory', async () => {
    const { link, end } = await linked({}, {});
    let sent = 0;
    end.behave(
      on('0200', (message, socket) => {
        socket.setNoDelay(true);
        const nobody = framed({ mti: '0210', fields: { ...approvalOf(message).fields, 11: '777777' } });
        const bytes = Buffer.concat([
          ...Array.from({ length: 169 }, () => nobody),
          framed(approvalOf(message)),
        ]);
        const send = () => {
          if (sent === bytes.length) return;
          sent += 1;
          socket.write(bytes.subarray(sent - 1, sent), send);
        };
        send();
      }),
    );
    const before = process.memoryUsage().rss;

    expect(await link.ask(aRequest(), 60_000)).toMatchObject({ kind: 'answered' });
    expect(sent).toBeGreaterThan(10_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 2 ** 20);
    expect(end.sockets).toHaveLength(1);
  });

  it('that trickle in, one at a time, do not keep half a message open', async () => {
    const { link, end } = await linked({ answerMs: 1000 });
    let drip: NodeJS.Timeout | undefined;
    end.behave(
      on('0200', (message, socket) => {
        const bytes = framed(approvalOf(message));
        let at = 0;
        drip = setInterval(() => {
          at += 1;
          if (at < bytes.length) socket.write(bytes.subarray(at - 1, at));
        }, 100);
      }),
    );

    const asked = await link.ask(aRequest(), 20_000);
    clearInterval(drip);

    expect(asked).toEqual({ kind: 'silent', why: 'a message stopped in the middle' });
  });

  it('that are never read back do not make what waits to be sent grow', async () => {
    const { link, end } = await linked({ mostOutstanding: 4096 });
    await link.ready();
    // It asks and asks, and reads none of the answers.
    const socket = last(end.sockets);
    socket.pause();
    const echo = framed({ mti: '0800', fields: { 7: '1126000000', 11: '000001', 70: '301' } });
    const before = process.memoryUsage().rss;
    for (let times = 0; times < 200; times += 1)
      await new Promise((done) => socket.write(Buffer.concat(Array.from({ length: 500 }, () => echo)), done));

    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 2 ** 20);
    socket.resume();
    await vi.waitFor(async () => expect((await link.ask(aRequest(), 20_000)).kind).toBe('answered'), 20_000);
    expect(typesOf(end).filter((type) => type === '0810').length).toBeLessThan(100_000);
  });
});
