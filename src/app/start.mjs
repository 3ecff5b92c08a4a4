import { prepareSources } from '../platform/sources.mjs';

// What `npm start` runs.
prepareSources();
await import('./main.ts');
