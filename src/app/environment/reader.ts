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
