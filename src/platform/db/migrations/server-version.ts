import { ServerTooOld } from './refusals.ts';

/** The statements of the service need it. An older server fails some of them, and payments would never complete. */
const oldest = 18;

/** Such as 180004 for 18.4. Its one column is what `refuseOldServer` takes. */
export const versionQuery = "SELECT current_setting('server_version_num')::integer AS version";

/** @throws ServerTooOld */
export function refuseOldServer([row]: readonly { readonly version?: unknown }[]): void {
  const version = Number(row?.version);
  const major = Math.trunc(version / 10_000);
  if (!(major >= oldest)) throw new ServerTooOld(`${major}.${version % 10_000}`, oldest);
}
