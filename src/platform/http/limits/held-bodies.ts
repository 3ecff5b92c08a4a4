import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Body, readBody } from '../body.ts';
import { BodyMemory } from './body-memory.ts';

/** For all large bodies of this process, until their calls are answered: each takes about four times its bytes while it is read. */
const memory = new BodyMemory(64 * 1024 * 1024);

type Exchange = { readonly req: IncomingMessage; readonly res: ServerResponse };

/** As `readBody`. A body that may be larger than usual counts until its call is answered, or its caller has gone. */
export async function readHeldBody(
  { req, res }: Exchange,
  largest: Parameters<typeof readBody>[1],
): Promise<Body | undefined> {
  const hold = (refuse: () => void) => {
    const body = memory.begin(refuse);
    res.once('close', body.drop);
    return body;
  };
  return await readBody(req, largest, largest && hold);
}
