#!/usr/bin/env node
import { keepCompiledSources } from '../platform/compiled-sources.ts';

keepCompiledSources();
const { run } = await import('./run.ts');
await run(process.argv.slice(2));
