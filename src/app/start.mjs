import { keepCompiledSources } from '../platform/compiled-sources.mjs';

// What `npm start` runs.
keepCompiledSources();
await import('./main.ts');
