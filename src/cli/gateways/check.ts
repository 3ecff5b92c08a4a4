import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Connected } from '../../domain/money/gateways/routing/connect.ts';
import type { GatewayEntry } from '../../domain/money/gateways/routing/plan.ts';
import { monotonicMs, now } from '../../platform/clock.ts';
import type { Operator } from '../support/operator.ts';
import { numberIn } from '../support/options.ts';
import { exitCodes, printJson, printJsonLine, printLines, printTable, say } from '../support/print.ts';
import { entriesNamed, onRails, planned, withRails } from './planned.ts';

type Options = { readonly json?: true };

type Step = {
  readonly gateway: string;
  readonly step: string;
  readonly ok: boolean;
  readonly words: string;
  readonly ms: number;
};

/** `mps gateway check`: signs on to each provider; exits with 8 if one is wrong. It never charges. */
export async function checkGatewaysVerb(name: string | undefined, options: Options): Promise<void> {
  const entries = entriesNamed(await planned(), name);
  const steps = await onRails(entries, async (connected) => (await Promise.all(connected.map(check))).flat());
  if (options.json) printJson({ steps });
  else printTable(steps.map(row));
  const wrong = steps.filter(({ ok }) => !ok);
  if (wrong.length > 0) process.exitCode = exitCodes.checkFailed;
  const bad = new Set(wrong.map(({ gateway }) => gateway));
  say(
    bad.size === 0
      ? `${entries.length === 1 ? 'The gateway answers' : `All ${entries.length} gateways answer`} as it should be.`
      : `${bad.size} of ${entries.length} gateways ${bad.size === 1 ? 'is' : 'are'} not as it should be: ${[...bad].join(', ')}.`,
  );
}

/** All steps of the checks of some gateways, with an open database. */
export function checkRails(entries: readonly GatewayEntry[], operator: Operator): Promise<readonly Step[]> {
  return withRails(entries, operator, async (connected) => (await Promise.all(connected.map(check))).flat());
}

/** A check that throws is a bug of the rail, but the other rails are still checked. */
async function check({ entry, rail }: Connected): Promise<readonly Step[]> {
  const startedMs = monotonicMs();
  try {
    const steps = await rail.check();
    return steps.map(({ step, ok, words, ms }) => ({ gateway: entry.name, step, ok, words, ms }));
  } catch (error) {
    const words = error instanceof Error ? error.message : 'the check failed';
    const ms = Math.round(monotonicMs() - startedMs);
    return [{ gateway: entry.name, step: 'check', ok: false, words, ms }];
  }
}

function row({ gateway, step, ok, words, ms }: Step): Record<string, string> {
  return { gateway, step, ok: ok ? 'yes' : 'no', ms: String(Math.round(ms)), words };
}

type WatchOptions = Options & { readonly every: string };

/** `mps gateway watch`: a line whenever the result of a check changes, until Ctrl-C. */
export async function watchGatewaysVerb(name: string | undefined, options: WatchOptions): Promise<void> {
  const everyMs = numberIn(options.every, '--every', { least: 1, most: 3600 }) * 1000;
  const entries = entriesNamed(await planned(), name);
  const stopping = new AbortController();
  void Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]).then(() => stopping.abort());
  await onRails(entries, async (connected) => {
    const before = new Map<string, string>();
    while (!stopping.signal.aborted) {
      const steps = (await Promise.all(connected.map(check))).flat();
      for (const step of changed(steps, before)) print(step, options);
      await pause(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  });
}

/** The steps that are not as they were, which are then remembered. */
function changed(steps: readonly Step[], before: Map<string, string>): readonly Step[] {
  return steps.filter(({ gateway, step, ok, words }) => {
    const [key, state] = [`${gateway} ${step}`, ok ? 'ok' : words];
    if (before.get(key) === state) return false;
    before.set(key, state);
    return true;
  });
}

function print(step: Step, { json }: Options): void {
  const at = now().toISOString();
  const { gateway, step: name, ok, words } = step;
  if (json) printJsonLine({ at, ...step });
  else printLines(`${at}  ${gateway}  ${name}  ${ok ? 'ok' : 'WRONG'}  ${words}`);
}
