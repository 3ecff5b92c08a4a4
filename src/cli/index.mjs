#!/usr/bin/env node
import { prepareSources } from '../platform/sources.mjs';

prepareSources();
const { run } = await import('./run.ts');
await run(process.argv.slice(2));
