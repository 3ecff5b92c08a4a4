import manifest from '../../package.json' with { type: 'json' };
import { versionChain } from '../versions/chain.ts';

/** The version of this release, as the banner and `mps --version` show it. */
export const release = manifest.version;

/** The API versions that an app can be pinned to. */
export const apiVersions = versionChain();
