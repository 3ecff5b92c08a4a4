export type HeldBody = {
  /** More of it has arrived. */
  readonly add: (bytes: number) => void;
  /** It is whole, and is no longer refused. */
  readonly arrived: () => void;
  /** It no longer counts. Dropping it again changes nothing. */
  readonly drop: () => void;
};

type Counted = { bytes: number; readonly refuse: () => void };

/**
 * How many bytes of bodies are held at the same time. If all together are too much, the largest that still arrives is refused. What has
 * arrived counts and not who sends, so that a few callers who send slowly keep nobody else from sending.
 *
 * Decision 0149.
 */
export class BodyMemory {
  readonly #most: number;
  #held = 0;
  /** Bodies of which more is to come. */
  readonly #arriving = new Set<Counted>();

  /** @param most bytes */
  constructor(most: number) {
    this.#most = most;
  }

  /** @param refuse stops reading the body; what had arrived of it no longer counts */
  begin(refuse: () => void): HeldBody {
    const one: Counted = { bytes: 0, refuse };
    this.#arriving.add(one);
    return {
      add: (bytes) => this.#add(one, bytes),
      arrived: () => void this.#arriving.delete(one),
      drop: () => this.#drop(one),
    };
  }

  #add(one: Counted, bytes: number): void {
    one.bytes += bytes;
    this.#held += bytes;
    if (this.#held <= this.#most) return;
    const [largest = one] = [...this.#arriving].toSorted((a, b) => b.bytes - a.bytes);
    this.#drop(largest);
    largest.refuse();
  }

  #drop(one: Counted): void {
    this.#arriving.delete(one);
    this.#held -= one.bytes;
    one.bytes = 0;
  }
}
