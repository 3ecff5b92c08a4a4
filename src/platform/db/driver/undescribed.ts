import type { Writable } from 'node:stream';

/** What a query asks the driver's connection for. */
type DriverConnection = {
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
  readonly stream: Writable;
  parse(statement: unknown): void;
  bind(values: unknown): void;
  close(statement: unknown): void;
  sync(): void;
};

/** Execute, of the unnamed portal and all its rows, and Sync. */
const executeAndSync = Buffer.from('450000000900000000005300000004', 'hex');

/**
 * The driver's connection as a prepared statement sees it that is not described. What follows the values, always the same, is sent in
 * one piece.
 */
export class Undescribed {
  static readonly #of = new WeakMap<object, Undescribed>();
  readonly #connection: DriverConnection;
  #executes = false;

  static of(connection: object): Undescribed {
    const known = Undescribed.#of.get(connection) ?? new Undescribed(connection);
    Undescribed.#of.set(connection, known);
    return known;
  }

  constructor(connection: object) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the driver says nothing of it
    this.#connection = connection as DriverConnection;
  }

  get parsedStatements(): Record<string, string> {
    return this.#connection.parsedStatements;
  }

  get submittedNamedStatements(): Record<string, string> {
    return this.#connection.submittedNamedStatements;
  }

  parse(statement: unknown): void {
    this.#connection.parse(statement);
  }

  bind(values: unknown): void {
    this.#connection.bind(values);
  }

  describe(): void {
    this.#executes = false;
  }

  execute(): void {
    this.#executes = true;
  }

  /** Without `execute` before: values could not be sent, and nothing was bound. */
  sync(): void {
    const { stream } = this.#connection;
    if (!this.#executes) this.#connection.sync();
    else if (stream.writable) stream.write(executeAndSync);
    this.#executes = false;
  }

  close(statement: unknown): void {
    this.#connection.close(statement);
  }
}
