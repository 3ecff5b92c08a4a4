import { once } from 'node:events';
import { connect } from 'node:net';

export type RawAnswer = {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
};

/** Sends bytes that no HTTP client would, and reads all answers until the server closes the connection or says nothing more. */
export async function sendBytes(baseUrl: string, bytes: string | Buffer, answers = 1): Promise<RawAnswer[]> {
  const { port } = new URL(baseUrl);
  const socket = connect({ port: Number(port), host: 'localhost' });
  const chunks: Buffer[] = [];
  const bodies = !bytes.toString('latin1').startsWith('HEAD ');
  // A server that refuses early may reset what we still send; what it said before is what counts.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const done = new Promise<void>((resolve) => {
    socket.on('close', () => resolve());
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (answersIn(Buffer.concat(chunks), bodies).length >= answers) resolve();
    });
  });
  socket.write(bytes);
  await done;
  socket.destroy();
  return answersIn(Buffer.concat(chunks), bodies);
}

/** Sends bytes and hangs up as soon as they are out. */
export async function hangUp(baseUrl: string, bytes: string): Promise<void> {
  const socket = connect({ port: Number(new URL(baseUrl).port), host: 'localhost' });
  await once(socket, 'connect');
  socket.write(bytes, () => socket.resetAndDestroy());
  await once(socket, 'close');
}

/** Whole answers only. One to HEAD announces a body that does not come. */
function answersIn(bytes: Buffer, bodies: boolean): RawAnswer[] {
  const found: RawAnswer[] = [];
  let rest = bytes;
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) return found;
    const [first = '', ...lines] = rest.toString('latin1', 0, end).split('\r\n');
    const headers = new Map(
      lines.map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
      }),
    );
    const length = bodies ? Number(headers.get('content-length') ?? 0) : 0;
    if (rest.length < end + 4 + length) return found;
    const body = rest.toString('utf8', end + 4, end + 4 + length);
    found.push({ status: Number(first.split(' ')[1]), headers, body });
    rest = rest.subarray(end + 4 + length);
  }
}
