/**
 * What was asked for, or `late` when it has not come in time: then nobody hears it any more. No timer is left running.
 *
 * Spec: "Readers (terminals)".
 */
export async function answerInTime<T>(
  asked: Promise<T>,
  { timeoutMs, late }: { readonly timeoutMs: number; readonly late: T },
): Promise<T> {
  const { promise: over, resolve } = Promise.withResolvers<T>();
  const timer = setTimeout(() => resolve(late), timeoutMs);
  try {
    return await Promise.race([asked, over]);
  } finally {
    clearTimeout(timer);
  }
}
