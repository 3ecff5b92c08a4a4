import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// What `npm start` runs. Compiled sources are kept for the next start, which need not compile a thousand files again; `npm ci` removes
// them. They lie beside the packages, where nobody can write who could not change the sources too. Where the folder cannot be written,
// as in the image, nothing is kept. It has to be asked for before anything else is loaded.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)));
await import('./main.ts');
