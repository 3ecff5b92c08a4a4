export type Environment = Readonly<Record<string, string | undefined>>;

export type Setting<Name extends string = string> = {
  readonly name: Name;
  /** The value if the setting is unset; absent: none. */
  readonly fallback?: string;
  /** The default in words, if it depends on something else. */
  readonly otherwise?: string;
  readonly meaning: string;
  /** What must not be shown: the whole value, or the password in it. */
  readonly secret?: 'whole' | 'password';
};

/** Reads single settings and collects their problems. An empty setting counts as unset. */
export class Reader<Name extends string> {
  readonly problems: string[] = [];
  readonly #env: Environment;
  readonly #settings: readonly Setting[];

  constructor(settings: readonly Setting<Name>[], env: Environment) {
    this.#settings = settings;
    this.#env = env;
  }

  text(name: Name): string | undefined {
    const said = this.#env[name]?.trim() ?? '';
    const setting = this.#settings.find((candidate) => candidate.name === name);
    return said === '' ? setting?.fallback : said;
  }

  oneOf<const T extends string>(name: Name, allowed: readonly [T, ...T[]]): T {
    const said = this.text(name);
    const found = allowed.find((value) => value === said);
    if (found === undefined)
      this.problems.push(`${name} is "${said}". It must be one of: ${allowed.join(', ')}.`);
    return found ?? allowed[0];
  }

  /** At least one of those that are allowed, each once, in the order in which they were said. */
  severalOf<const T extends string>(name: Name, allowed: readonly [T, ...T[]]): readonly T[] {
    const said = [...new Set(this.list(name))];
    const found = said.flatMap((text) => allowed.find((value) => value === text) ?? []);
    if (found.length === 0 || found.length < said.length)
      this.problems.push(
        `${name} is "${said.join(',')}". It takes these, with commas: ${allowed.join(', ')}.`,
      );
    return found;
  }

  list(name: Name): string[] {
    const parts = (this.text(name) ?? '').split(',').map((part) => part.trim());
    return parts.filter((part) => part !== '');
  }

  wholeNumber(name: Name, text: string, least: number): number {
    const value = /^\d{1,5}$/.test(text) ? Number(text) : -1;
    if (value < least || value > 65_535) {
      this.problems.push(`${name} has "${text}". A port is a whole number from ${least} to 65535.`);
    }
    return value;
  }

  /** Undefined if the setting is unset. */
  seconds(name: Name, most: number): number | undefined {
    const said = this.text(name);
    if (said === undefined) return undefined;
    const value = /^\d{1,5}$/.test(said) ? Number(said) : Number.NaN;
    if (!(value <= most))
      this.problems.push(`${name} is "${said}". It takes a whole number of seconds from 0 to ${most}.`);
    return value;
  }

  hour(name: Name): number {
    const said = this.text(name) ?? '';
    const value = /^\d{1,2}$/.test(said) ? Number(said) : Number.NaN;
    if (!(value <= 23)) this.problems.push(`${name} is "${said}". It takes an hour of the day from 0 to 23.`);
    return value;
  }

  /** Undefined if the setting is unset. */
  countOf(name: Name, least: number, most: number): number | undefined {
    const said = this.text(name);
    if (said === undefined) return undefined;
    const value = /^\d{1,9}$/.test(said) ? Number(said) : Number.NaN;
    if (!(value >= least && value <= most))
      this.problems.push(`${name} is "${said}". It takes a whole number from ${least} to ${most}.`);
    return value;
  }

  webAddress(name: Name): string | undefined {
    const said = this.text(name);
    const url = said === undefined ? null : URL.parse(said);
    if (said === undefined) return undefined;
    const fits =
      url !== null &&
      /^https?:$/.test(url.protocol) &&
      url.search === '' &&
      url.hash === '' &&
      url.username === '';
    if (!fits)
      this.problems.push(
        `${name} is "${said}". It takes an address such as https://pay.example.com, without a query.`,
      );
    return said.replace(/\/+$/, '');
  }

  databaseAddress(name: Name): string | undefined {
    const said = this.text(name);
    const protocol = said === undefined ? undefined : URL.parse(said)?.protocol;
    if (said !== undefined && protocol !== 'postgres:' && protocol !== 'postgresql:') {
      this.problems.push(
        `${name} is not the address of a database, such as postgres://user:password@host:5432/payments.`,
      );
    }
    return said;
  }
}
