/** Fails when our own code is wrong: the caller gets a 500, and nothing is committed. */
export function assert(condition: unknown, invariant: string): asserts condition {
  if (!condition) throw new Error(`Invariant violated: ${invariant}.`);
}
