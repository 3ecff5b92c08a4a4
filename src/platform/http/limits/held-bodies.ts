import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Body, readBody } from '../body.ts';

/** Of all large bodies of this process, until their calls are answered: each takes about four times its bytes while it is read. */
const mostHeld = 64 * 1024 * 1024;
let held = 0;
/** Bodies of which more is to come. */
const arriving = new Set<HeldBody>();

/**
 * Counts a body that is larger than usual. If all together are too much for the memory of a process, the largest that still arrives is
 * refused. What has arrived counts and not who sends, so that a few callers who send slowly keep nobody else from sending.
 */
class HeldBody {
  #bytes = 0;
  readonly #refuse: () => void;

  /** @param refuse stops reading it; what had arrived no longer counts */
  constructor(refuse: () => void) {
    this.#refuse = refuse;
    arriving.add(this);
  }

  add(bytes: number): void {
    this.#bytes += bytes;
    held += bytes;
    if (held <= mostHeld) return;
    const [largest = this] = [...arriving].toSorted((one, other) => other.#bytes - one.#bytes);
    largest.drop();
    largest.#refuse();
  }

  /** It is whole, and is no longer refused. */
  arrived(): void {
    arriving.delete(this);
  }

  drop(): void {
    arriving.delete(this);
    held -= this.#bytes;
    this.#bytes = 0;
  }
}

type Exchange = { readonly req: IncomingMessage; readonly res: ServerResponse };

/** As `readBody`. A body that may be larger than usual counts until its call is answered, or its caller has gone. */
export async function readHeldBody(
  { req, res }: Exchange,
  largest: Parameters<typeof readBody>[1],
): Promise<Body | undefined> {
  const hold = (refuse: () => void) => {
    const body = new HeldBody(refuse);
    res.once('close', () => body.drop());
    return body;
  };
  return await readBody(req, largest, largest && hold);
}
