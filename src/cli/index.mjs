#!/usr/bin/env node
import { keepCompiledSources } from '../platform/compiled-sources.mjs';

keepCompiledSources();
const { run } = await import('./run.ts');
await run(process.argv.slice(2));
