const sink: { last: unknown } = { last: undefined };

/** Takes a result so that the engine cannot drop the work that made it. */
export function keep(value: unknown): void {
  sink.last = value;
}
