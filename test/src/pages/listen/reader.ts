import type { Item } from '../../../../src/domain/notices/listening/items.ts';

type Heard = Item & { readonly position: string };

export type Listening = {
  readonly status: number;
  readonly headers: Headers;
  /** All that came so far. */
  readonly heard: readonly Heard[];
  /** The last `id:` that came, of an event or of a ping. */
  readonly position: () => string | undefined;
  /** All text that came so far. */
  readonly text: () => string;
  /** The first `count` events, as soon as they have come. */
  readonly hears: (count: number) => Promise<readonly Heard[]>;
  /** Resolves when the server ends the stream. */
  readonly ended: Promise<void>;
  readonly stop: () => void;
};

type Asking = { readonly key: string; readonly query?: string; readonly lastId?: string | undefined };

/** Listens as `mps listen` does. */
export async function listenTo(baseUrl: string, { key, query = '', lastId }: Asking): Promise<Listening> {
  const gone = new AbortController();
  const answer = await fetch(`${baseUrl}/listen/events${query}`, {
    headers: { authorization: `Bearer ${key}`, ...(lastId !== undefined && { 'last-event-id': lastId }) },
    signal: gone.signal,
  });
  const heard: Heard[] = [];
  let text = '';
  let kept = '';
  let position: string | undefined;
  let wake: (() => void) | undefined;
  const take = (block: string) => {
    const id = /^id: (.*)$/m.exec(block)?.[1];
    position = id ?? position;
    const data = /^data: (.*)$/m.exec(block)?.[1];
    if (data !== undefined) heard.push({ ...(JSON.parse(data) as Item), position: position ?? '' });
    wake?.();
  };
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const bytes of answer.body ?? []) {
      const more = decoder.decode(bytes, { stream: true });
      text += more;
      kept += more;
      for (let end = kept.indexOf('\n\n'); end >= 0; end = kept.indexOf('\n\n')) {
        take(kept.slice(0, end));
        kept = kept.slice(end + 2);
      }
    }
  };
  const ended = (answer.ok ? read() : Promise.resolve()).catch(() => undefined);
  return {
    status: answer.status,
    headers: answer.headers,
    heard,
    position: () => position,
    text: () => text,
    ended,
    hears: async (count) => {
      const end = performance.now() + 30_000;
      while (heard.length < count) {
        if (performance.now() > end)
          throw new Error(`only ${heard.length} of ${count} events came: ${text.slice(-2000)}`);
        await new Promise<void>((resolve) => {
          wake = resolve;
          setTimeout(resolve, 100);
        });
      }
      return heard.slice(0, count);
    },
    stop: () => gone.abort(),
  };
}
