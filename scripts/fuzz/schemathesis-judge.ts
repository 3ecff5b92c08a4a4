import type { Judge } from './judge.ts';
import { findSchemathesis, prepare, runSchemathesis } from './schemathesis.ts';

/** Schemathesis, whose report goes straight to the terminal. */
export const schemathesis: Judge = {
  name: 'schemathesis',
  run: async ({ target, profile, seed, seconds, mayBeMissing }) => {
    const tool = findSchemathesis();
    const name = 'Schemathesis';
    if ('missing' in tool) {
      const mark = mayBeMissing ? 'warning' : 'FAILED';
      return { name, mark, about: tool.missing, findings: [] };
    }
    prepare(tool, target.baseUrl, await target.aMerchant());
    const chosen = seed === undefined ? ['--generation-deterministic'] : ['--seed', String(seed)];
    // Not `st fuzz`, which is made for long runs but stops with an internal error; `st run` repeats until the time is up.
    const long = ['--max-examples', '500', '--max-time', String(seconds ?? 1800)];
    const passed = await runSchemathesis(tool, [...(profile === 'nightly' ? long : ['--max-examples', '50']), ...chosen]);
    return { name, mark: passed ? 'ok' : 'FAILED', about: tool.name, findings: [] };
  },
};
