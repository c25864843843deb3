// What the page spends its time on when it opens, for the browser's own tools and bench/web/opening.mjs.

/** Measures what `action` takes under this name. */
export function timed<T>(name: string, action: () => T): T {
  const start = performance.now();
  try {
    return action();
  } finally {
    performance.measure(name, { start, end: performance.now() });
  }
}

/** … until it is resolved or rejected. */
export async function awaited<T>(name: string, action: () => Promise<T>): Promise<T> {
  const start = performance.now();
  try {
    return await action();
  } finally {
    performance.measure(name, { start, end: performance.now() });
  }
}

/** From the moment the page was asked for until now. */
export function reached(name: string): void {
  performance.measure(name, { start: 0, end: performance.now() });
}
