import { once } from 'node:events';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { pack, unpack } from '../../../../src/platform/iso8583/codec.ts';
import { FrameReader, frame } from '../../../../src/platform/iso8583/frames.ts';
import { type Layout, type Message, standardFields } from '../../../../src/platform/iso8583/layout.ts';

/** The preset `ascii`. */
export const layout: Layout = {
  lengthHeader: 'ascii',
  header: '',
  numbers: 'ascii',
  bitmap: 'hex',
  fields: standardFields,
  longest: 4096,
};

export const framed = (message: Message) => frame(layout, pack(layout, message));

/** What it does with a message that it received. */
export type Manner = (message: Message, socket: Socket) => void;

export type OtherEnd = {
  readonly port: number;
  /** Every message that it received, on any connection. */
  readonly received: readonly Message[];
  /** Every connection that was ever made, oldest first. */
  readonly sockets: readonly Socket[];
  behave: (manner: Manner) => void;
  readonly close: () => Promise<void>;
};

type About = {
  readonly tls?: TlsOptions;
  /** Absent: port of the system’s choice. */
  readonly port?: number;
  /** Sees each connection before it reads anything from it. Absent: messages are read. */
  readonly opened?: (socket: Socket) => void;
};

/** Signs on, echoes, and approves all there is to approve. */
export const approves: Manner = (message, socket) => {
  const isRequest = Number(message.mti[2]) % 2 === 0;
  if (isRequest) socket.write(framed(approvalOf(message)));
};

export function approvalOf({ mti, fields }: Message): Message {
  const said = [3, 4, 7, 11, 37, 41, 42, 49, 70].flatMap((at) =>
    fields[at] === undefined ? [] : [[at, fields[at]]],
  );
  return {
    mti: `${mti.slice(0, 2)}${Number(mti[2]) + 1}0`,
    fields: { ...Object.fromEntries(said), 39: '00' },
  };
}

/** The manner for messages of one type; the others are approved. */
export function on(type: string, manner: Manner): Manner {
  return (message, socket) => (message.mti === type ? manner : approves)(message, socket);
}

/** The other end of a link, in this process, so that a test decides each byte. */
export async function anOtherEnd({ tls, port = 0, opened }: About = {}): Promise<OtherEnd> {
  const received: Message[] = [];
  const sockets: Socket[] = [];
  let manner = approves;
  const take = (socket: Socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    if (opened) {
      opened(socket);
      return;
    }
    const frames = new FrameReader(layout);
    socket.on('data', (bytes: Buffer) => {
      for (const each of frames.push(bytes)) {
        const message = unpack(layout, each);
        received.push(message);
        manner(message, socket);
      }
    });
  };
  const server = tls ? createTlsServer(tls, take) : createTcpServer(take);
  server.on('tlsClientError', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    received,
    sockets,
    behave: (next) => {
      manner = next;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
