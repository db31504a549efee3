type Answer = (value: unknown) => void;

/** A promise of another library: an object with nothing but this `then`. */
export function thenable(then: (fulfil: Answer, reject: Answer) => unknown): PromiseLike<never> {
  // oxlint-disable-next-line unicorn/no-thenable -- hooks may return any thenable, so tests need one
  return { then } as PromiseLike<never>;
}
