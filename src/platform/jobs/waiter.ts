export type Waiter = { readonly wake: () => void; readonly wait: (ms: number) => Promise<void> };

/** Waits for a wake-up or until a time has passed. A wake-up that comes while nobody waits ends the next wait at once. */
export function createWaiter(): Waiter {
  let woken = false;
  let wakeUp: (() => void) | undefined;
  return {
    wake(): void {
      woken = true;
      wakeUp?.();
    },
    async wait(ms: number): Promise<void> {
      if (!woken) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const timer = setTimeout(resolve, ms);
        wakeUp = resolve;
        await promise;
        clearTimeout(timer);
      }
      woken = false;
    },
  };
}
