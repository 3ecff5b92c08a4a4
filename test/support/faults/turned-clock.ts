/** Turns the clock of a process's machine, as far as the process sees it. Durations stay as they are. SIGUSR2 takes the turn back. */
export function turnedClock(aheadMs: number): { readonly NODE_OPTIONS: string } {
  const script = `
    const Real = Date;
    let aheadMs = ${aheadMs};
    process.on('SIGUSR2', () => { aheadMs = 0; });
    const turned = () => Real.now() + aheadMs;
    globalThis.Date = class Date extends Real {
      constructor(...parts) { super(...(parts.length === 0 ? [turned()] : parts)); }
      static now() { return turned(); }
    };`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
}
