/**
 * Remembers which native object a neutral value was made from.
 *
 * @example
 * const messages: Origins<{ text: string }> = makeOrigins();
 */
export interface Origins<Native extends object> {
  /** Remembers and returns the neutral value, which must be a new one. */
  remember<Neutral extends object>(neutral: Neutral, native: Native): Neutral;
  /** Lets a remembered neutral value stand for another native object with the same content. */
  renew(neutral: object, native: Native): void;
  /** The native object itself; undefined for a value that hooks made or changed. */
  of(neutral: object): Native | undefined;
}

/** A constructor that returns its argument, so that the private field of a subclass lands on an object made elsewhere. */
const Itself = function itself(value: object): object {
  return value;
} as unknown as new (value: object) => object; // TypeScript only knows classes as constructors

/**
 * Returns origins of one kind, kept in a private field of the neutral value: no spread copies it, nothing enumerates
 * it, a frozen object takes it too, and it costs a tenth of an entry in a WeakMap.
 *
 * @example
 * const native = { text: 'hello' };
 * const messages = makeOrigins<{ text: string }>();
 * const neutral = messages.remember({ type: 'text', text: 'hello' }, native);
 * messages.of(neutral) === native; // => true
 * messages.of({ ...neutral }); // => undefined
 */
export function makeOrigins<Native extends object>(): Origins<Native> {
  class Stamp extends Itself {
    #native: Native;

    constructor(neutral: object, native: Native) {
      super(neutral);
      this.#native = native;
    }

    static renew(neutral: object, native: Native): void {
      if (#native in neutral) neutral.#native = native;
    }

    static of(neutral: object): Native | undefined {
      return #native in neutral ? neutral.#native : undefined;
    }
  }
  return {
    remember: <Neutral extends object>(neutral: Neutral, native: Native) =>
      new Stamp(neutral, native) as object as Neutral,
    renew: (neutral, native) => Stamp.renew(neutral, native),
    of: (neutral) => Stamp.of(neutral),
  };
}
