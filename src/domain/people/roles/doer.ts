import type { PlatformDb } from '../../../platform/db/database.ts';
import type { Secrets } from '../../../platform/secrets.ts';

/** Who does something in the dashboard, and from where. */
export type Doer = { readonly userId: string; readonly email: string; readonly ip: string };

/** What the actions of people need. */
export type PeopleDeps = {
  readonly platform: PlatformDb;
  readonly secrets: Secrets;
  /** The public address of the dashboard without `/dashboard`; links in mails begin with it. */
  readonly address: string;
};
