import { readdirSync, readFileSync } from 'node:fs';

/** The seconds that a process has computed; 0 if it is gone. Linux only. */
export function secondsOf(pid: number): number {
  return statOf(pid)?.seconds ?? 0;
}

/** The seconds that a server of PostgreSQL and all its processes, also those that ended, have computed. Linux only. */
export function secondsOfServer(postmaster: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((stat) => stat?.parent === postmaster);
  const own = statOf(postmaster);
  const running = children.reduce((sum, stat) => sum + (stat?.seconds ?? 0), 0);
  return (own?.seconds ?? 0) + (own?.ofEnded ?? 0) + running;
}

/** Linux counts in hundredths of a second. */
function statOf(pid: number): { parent: number; seconds: number; ofEnded: number } | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const at = (place: number) => Number(fields[place]) / 100;
    return { parent: Number(fields[1]), seconds: at(11) + at(12), ofEnded: at(13) + at(14) };
  } catch {
    return undefined;
  }
}
