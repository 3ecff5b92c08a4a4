import manifest from '../../package.json' with { type: 'json' };
import { now } from '../platform/clock.ts';
import { versionChain } from '../versions/chain.ts';

/** The version of this release, as the banner and `mps --version` show it. */
export const release = manifest.version;

/** The API versions, of which an app can be pinned to the supported ones. */
export const apiVersions = versionChain(undefined, now);
