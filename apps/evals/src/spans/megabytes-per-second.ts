const LEAST_BYTES = 2_000_000;
const PASSES = 5;

/** Millions of UTF-8 bytes per second: the median of five passes over the texts, after one that warms up. */
export function megabytesPerSecond(
  texts: readonly string[],
  scan: (text: string) => unknown,
): number {
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (bytes === 0) return 0;
  const rounds = Math.max(1, Math.ceil(LEAST_BYTES / bytes));
  pass(texts, rounds, scan);
  const seconds = Array.from({ length: PASSES }, () => pass(texts, rounds, scan)).toSorted(
    (a, b) => a - b,
  );
  return (bytes * rounds) / 1e6 / (seconds[Math.floor(PASSES / 2)] ?? Number.NaN);
}

function pass(texts: readonly string[], rounds: number, scan: (text: string) => unknown): number {
  const start = performance.now();
  for (let round = 0; round < rounds; round++) for (const text of texts) scan(text);
  return (performance.now() - start) / 1000;
}
