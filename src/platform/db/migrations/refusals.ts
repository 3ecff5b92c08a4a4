/** Why this release does not migrate a database, or does not run on it. Nothing was changed. */
export class DatabaseRefused extends Error {
  override name = 'DatabaseRefused';
}

/** A PostgreSQL that lacks what the statements of the service use. */
export class ServerTooOld extends DatabaseRefused {
  override name = 'ServerTooOld';

  constructor(version: string, oldest: number) {
    super(
      [
        `PostgreSQL ${version} is too old: the service needs PostgreSQL ${oldest} or newer. Nothing was changed.`,
        'Set DATABASE_URL to a newer server, or unset it to use the embedded one.',
      ].join('\n'),
    );
  }
}

type Lacking = {
  readonly cause: Error;
  readonly user: string;
  readonly need: string;
  /** What an administrator runs. */
  readonly give: readonly string[];
};

/** The login of DATABASE_URL may not do what migrations need. */
export class OwnerLacksRight extends DatabaseRefused {
  override name = 'OwnerLacksRight';

  constructor({ cause, user, need, give }: Lacking) {
    super(
      [
        `PostgreSQL says: ${cause.message}. The login ${user} of DATABASE_URL needs the right to ${need}.`,
        `Let an administrator of the server run: ${give[0]}`,
        ...give.slice(1),
      ].join('\n'),
      { cause },
    );
  }
}

/** A cluster of Citus on which `mps citus distribute` was stopped before its end. */
export class HalfDistributed extends DatabaseRefused {
  override name = 'HalfDistributed';

  constructor(table: string) {
    super(
      [
        `The rows of ${table} are not on the nodes of their merchants yet. No migration has run.`,
        'Stop the service, run `mps citus distribute` to its end, and migrate again.',
      ].join('\n'),
    );
  }
}

/** A database from before the baseline: no migration leads from its tables to the ones of today. */
export class DatabaseTooOld extends DatabaseRefused {
  override name = 'DatabaseTooOld';

  constructor() {
    super(
      [
        'This database was made before the first release. Its tables cannot be brought forward. Nothing was changed.',
        'Embedded database: delete the folder DATA_DIR (.data unless set) with everything in it, then start again.',
        'Your own database: create an empty one, and set DATABASE_URL to it.',
      ].join('\n'),
    );
  }
}

/** Migrations of this release have not run, or their text has changed since. */
export class DatabaseOutdated extends DatabaseRefused {
  override name = 'DatabaseOutdated';

  constructor(count: number) {
    super(`The database is not at the newest migration: ${count} differ. Run: npx mps migrate`);
  }
}

/** A newer release has migrated this database. This one may run on it, but must not migrate it. */
export class DatabaseNewer extends DatabaseRefused {
  override name = 'DatabaseNewer';
  readonly files: readonly string[];

  constructor(files: readonly string[]) {
    super(
      [
        `A newer release has migrated this database: ${files.join(', ')}. Nothing was changed.`,
        'This release runs on it as it is. Migrate with the newest release only.',
      ].join('\n'),
    );
    this.files = files;
  }
}

/** No sealed secret would open, and each call that needs one would fail. */
export class WrongSecretKey extends DatabaseRefused {
  override name = 'WrongSecretKey';

  constructor() {
    super(
      [
        'SECRET_KEY is not the key that this database was set up with. Nothing was changed.',
        'Set SECRET_KEY to that key. With another one, webhook secrets, TOTP seeds and stored answers cannot be read.',
      ].join('\n'),
    );
  }
}

/** The roles belong to the whole server. With passwords of this key, the services of other databases could not log in any more. */
export class RolesOfAnotherKey extends DatabaseRefused {
  override name = 'RolesOfAnotherKey';

  constructor(others: readonly string[]) {
    super(
      [
        'The roles mps_platform, mps_sandbox and mps_live belong to the whole PostgreSQL server, and have the passwords of another SECRET_KEY. Nothing was changed.',
        `With those of this key, the services of other databases could not log in any more. These use the roles: ${others.join(', ')}.`,
        'Use another server or the same SECRET_KEY, or drop the databases that nothing uses.',
      ].join('\n'),
    );
  }
}
