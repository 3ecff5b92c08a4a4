import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';

/** What a name stands for: addresses, another name (`CNAME`), no such name, a server that fails, or no answer at all. */
export type Answer = readonly string[] | { readonly alias: string } | 'unknown' | 'fails' | 'silent';

export type NameServer = {
  /** From now on; a list of answers is given one after the other, the last one for ever. */
  readonly says: (name: string, answers: Answer, then?: readonly Answer[]) => void;
  /** Questions for a name's IPv6 addresses get no answer, whatever else it says of the name. */
  readonly hearsNo6: (name: string) => void;
  /** How often it was asked for the addresses of a name since then. */
  readonly asked: (name: string) => number;
  readonly close: () => void;
};

const types = { A: 1, CNAME: 5, AAAA: 28 };

/** A server for names that speaks DNS over UDP; until it is closed, every resolver of this process asks it. */
export async function aNameServer(): Promise<NameServer> {
  const known = new Map<string, Answer[]>();
  const questions = new Map<string, number>();
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const { name, type } = question(query);
    const count = questions.get(`${name} ${type}`) ?? 0;
    questions.set(`${name} ${type}`, count + 1);
    const answers = known.get(`${name} ${type}`) ?? known.get(name) ?? ['unknown'];
    const answer = answers[Math.min(count, answers.length - 1)] ?? 'unknown';
    if (answer !== 'silent')
      socket.send(response(query, resolved(answer, type, known)), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const server = `127.0.0.1:${socket.address().port}`;
  const restore = (['resolve4', 'resolve6'] as const).map((method) => redirect(method, server));
  return {
    says: (name, first, then = []) => {
      for (const type of Object.values(types)) questions.delete(`${name} ${type}`);
      known.set(name, [first, ...then]);
    },
    hearsNo6: (name) => void known.set(`${name} ${types.AAAA}`, ['silent']),
    asked: (name) => questions.get(`${name} ${types.A}`) ?? 0,
    close: () => {
      for (const back of restore) back();
      socket.close();
    },
  };
}

/** Node's own resolver, but for the address of the server: that is the system's, which a test does not change. */
function redirect(method: 'resolve4' | 'resolve6', server: string): () => void {
  const original = Resolver.prototype[method] as (name: string) => Promise<string[]>;
  function ask(this: Resolver, name: string): Promise<string[]> {
    // A resolver that waits for one answer does not change its servers.
    if (!this.getServers().includes(server)) this.setServers([server]);
    return original.call(this, name);
  }
  Object.assign(Resolver.prototype, { [method]: ask });
  return () => void Object.assign(Resolver.prototype, { [method]: original });
}

type Found = { readonly code: number; readonly records: readonly Resource[] };
type Resource = { readonly name: string; readonly type: number; readonly data: Buffer };

/** With the alias and what it stands for in one answer, as resolving servers give it. */
function resolved(answer: Answer, type: number, known: ReadonlyMap<string, Answer[]>): Found {
  if (answer === 'unknown') return { code: 3, records: [] };
  if (answer === 'fails' || answer === 'silent') return { code: 2, records: [] };
  if ('alias' in answer) {
    const { code, records } = resolved(known.get(answer.alias)?.[0] ?? 'unknown', type, known);
    const own = { name: '', type: types.CNAME, data: written(answer.alias) };
    return { code, records: [own, ...records.map((record) => ({ ...record, name: answer.alias }))] };
  }
  const wanted = answer.filter((address) => isIPv4(address) === (type === types.A));
  return { code: 0, records: wanted.map((address) => ({ name: '', type, data: bytesOf(address) })) };
}

function question(query: Buffer): { name: string; type: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1) };
}

function response(query: Buffer, { code, records }: Found): Buffer {
  const end = query.indexOf(0, 12) + 5;
  const head = Buffer.from(query.subarray(0, end));
  head.writeUInt16BE(0x8180 | code, 2);
  head.writeUInt16BE(records.length, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, ...records.map(recordOf)]);
}

/** Kept for no time at all, as by those who turn a name between two questions. */
function recordOf({ name, type, data }: Resource): Buffer {
  const owner = name === '' ? Buffer.from([0xc0, 12]) : written(name);
  const rest = Buffer.alloc(10);
  rest.writeUInt16BE(type, 0);
  rest.writeUInt16BE(1, 2);
  rest.writeUInt16BE(data.length, 8);
  return Buffer.concat([owner, rest, data]);
}

function written(name: string): Buffer {
  const labels = name
    .split('.')
    .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}

function bytesOf(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  const [head = '', tail] = address.split('::', 2);
  const [first, last] = [groups(head), groups(tail ?? '')];
  const all = [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last];
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 0xff]));
}

function groups(text: string): number[] {
  const digits = text.split(':').filter((group) => group !== '');
  return digits.map((group) => Number.parseInt(group, 16));
}
