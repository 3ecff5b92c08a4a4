/** Remembers so many values, and forgets the one that was used least recently. */
export class Recent<Value> {
  // A map keeps the order of insertion.
  readonly #values = new Map<string, Value>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get(name: string): Value | undefined {
    const value = this.#values.get(name);
    if (value !== undefined) this.set(name, value);
    return value;
  }

  set(name: string, value: Value): void {
    this.#values.delete(name);
    this.#values.set(name, value);
    if (this.#values.size > this.#most) this.dropOldest();
  }

  get size(): number {
    return this.#values.size;
  }

  /** The one that was used least recently. */
  dropOldest(): void {
    const [oldest] = this.#values.keys();
    if (oldest !== undefined) this.#values.delete(oldest);
  }

  /** Least recently used first. */
  entries(): Iterable<readonly [string, Value]> {
    return this.#values.entries();
  }

  delete(name: string): void {
    this.#values.delete(name);
  }
}
