/** Turns the clock of a process's machine, as far as the process sees it. Durations stay as they are. */
export function turnedClock(aheadMs: number): { readonly NODE_OPTIONS: string } {
  const script = `
    const Real = Date;
    const turned = () => Real.now() + ${aheadMs};
    globalThis.Date = class Date extends Real {
      constructor(...parts) { super(...(parts.length === 0 ? [turned()] : parts)); }
      static now() { return turned(); }
    };`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
}
