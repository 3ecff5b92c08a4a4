import type { LinkOptions } from '../../../../src/platform/iso8583/link.ts';
import { createLog } from '../../../../src/platform/log.ts';
import { layout } from './other-end.ts';

/** Options of a link. Its pauses are short enough for tests, and its limits longer than a busy machine takes. */
export function linkOptions(about: Partial<LinkOptions>, lines: string[] = []): LinkOptions {
  let stan = 0;
  return {
    address: { host: '127.0.0.1', port: 9 },
    layout,
    signsOn: true,
    connectMs: 20_000,
    answerMs: 20_000,
    idleMs: 60_000,
    mostOutstanding: 16,
    firstPauseMs: 200,
    longestPauseMs: 10_000,
    log: createLog({
      level: 'info',
      destination: { write: (line) => void lines.push(line) },
      readable: false,
    }),
    nextStan: () => {
      stan += 1;
      return Promise.resolve(String(900_000 + stan));
    },
    ...about,
  };
}
