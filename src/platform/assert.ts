/** What can never be, unless we made a mistake: 500, nothing committed. */
export function assert(condition: unknown, promise: string): asserts condition {
  if (!condition) throw new Error(`Broken promise: ${promise}.`);
}
