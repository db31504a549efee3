/** Runs a generator to its end and returns what it returned. */
export async function drain<Result>(parts: AsyncGenerator<unknown, Result>): Promise<Result> {
  for (;;) {
    const next = await parts.next();
    if (next.done === true) return next.value;
  }
}
