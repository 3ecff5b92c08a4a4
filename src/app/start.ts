import { keepCompiledSources } from '../platform/compiled-sources.ts';

// What `npm start` runs.
keepCompiledSources();
await import('./main.ts');
