/** Runs all tasks, at most `workers` at a time. Results are in the order of the tasks. */
export async function atOnce<T>(workers: number, tasks: readonly (() => Promise<T>)[]): Promise<T[]> {
  const queue = tasks.entries();
  const done: T[] = [];
  const work = async () => {
    for (const [place, task] of queue) done[place] = await task();
  };
  await Promise.all(Array.from({ length: workers }, work));
  return done;
}

export function times<T>(count: number, one: (place: number) => T): T[] {
  return Array.from({ length: count }, (_, place) => one(place));
}
