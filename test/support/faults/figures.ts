import type { TestContext } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** What a fault came to, for the report of `npm run test:faults`. */
    figures?: Record<string, unknown>;
  }
}

/** Keeps what was measured for the report of `npm run test:faults`. */
export function noteFigures(
  { task }: Pick<TestContext, 'task'>,
  figures: Readonly<Record<string, unknown>>,
): void {
  task.meta.figures = { ...task.meta.figures, ...figures };
}
