/** Changes arguments in what a checkpointer in memory keeps, as whoever gets at its database could. */
export function tamper(checkpointer: object | undefined, before: unknown, after: unknown): void {
  const [from, to] = [JSON.stringify(before), JSON.stringify(after)];
  rewrite(checkpointer, from, to);
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();

function rewrite(value: unknown, from: string, to: string): void {
  if (typeof value !== 'object' || value === null) return;
  const holder = value as Record<string, unknown>;
  for (const [key, held] of Object.entries(holder)) {
    if (held instanceof Uint8Array)
      holder[key] = encoder.encode(decoder.decode(held).replaceAll(from, to));
    else rewrite(held, from, to);
  }
}
