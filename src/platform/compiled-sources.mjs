import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Keeps compiled sources for the next start of a program, which need not compile a thousand files again; `npm ci` removes them. They lie
 * beside the packages, where nobody can write who could not change the sources too. Where the folder cannot be written, as in the image,
 * nothing is kept. To be called before anything else is loaded, by a program whose first file is JavaScript: for TypeScript, Node would
 * load its compiler, which nothing else needs then.
 */
export function keepCompiledSources() {
  enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)));
}
