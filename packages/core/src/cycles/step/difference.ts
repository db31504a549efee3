import { isSame } from '../../context/same-data.ts';
import { isPlain } from '../../context/freeze.ts';

/** What somebody changed in a value of the host while hooks decided about it. */
export interface Difference<T> {
  /** The value as it is now. Each part that did not change is the very object that the hooks saw. */
  readonly now: T;
  /** Returns a value with new objects in place of those that the host changed; they say what the hooks saw. */
  readonly detached: <V>(value: V) => V;
}

/**
 * Compares what hooks saw with what the host would use now; undefined if both say the same. It reads both values as a
 * whole, so it is only for steps in which somebody could change the host's objects: where something was awaited.
 */
export function differenceOf<T>(shown: T, now: T): Difference<T> | undefined {
  // Mostly nothing changed, which this finds without making an object. It takes no cycles and no objects of classes.
  if (isSame(shown, now)) return undefined;
  const comparison = new Comparison();
  const aligned = comparison.align(shown, now);
  if (Object.is(aligned, shown)) return undefined;
  return { now: aligned as T, detached: <V>(value: V) => comparison.detach(value) as V };
}

/** Returns a copy of plain data that may be changed. Objects of classes stay as they are. */
export function thawed<T>(value: T): T {
  return (isData(value) ? mapped(value, thawed) : value) as T;
}

class Comparison {
  /** What came of each pair of an object that hooks saw and one of now; one object may stand in several places. */
  readonly #aligned = new Map<object, Map<object, unknown>>();
  /** The objects that hooks saw and that changed, with new objects of the same content. */
  readonly #detached = new Map<object, unknown>();

  /** Returns `now`, with the objects that hooks saw wherever nothing changed. */
  align(shown: unknown, now: unknown): unknown {
    if (Object.is(shown, now)) return shown;
    if (!isData(shown) || !isData(now) || isList(shown) !== isList(now)) return now;
    const known = this.#aligned.get(shown) ?? new Map<object, unknown>();
    if (known.has(now)) return known.get(now);
    this.#aligned.set(shown, known.set(now, shown));
    let isKept = Object.keys(shown).length === Object.keys(now).length;
    const aligned = mapped(now, (value, key) => {
      const isOwn = Object.hasOwn(shown, key);
      const left = isOwn ? this.align(shown[key], value) : value;
      isKept &&= isOwn && Object.is(left, shown[key]);
      return left;
    });
    if (isKept) return shown;
    known.set(now, aligned);
    this.#detached.set(
      shown,
      mapped(shown, (value) => this.#detached.get(value as object) ?? value),
    );
    return aligned;
  }

  /** Returns the value with new objects for those that changed; itself if it holds none. */
  detach(value: unknown): unknown {
    if (!isData(value)) return value;
    const known = this.#detached.get(value);
    if (known !== undefined) return known;
    this.#detached.set(value, value);
    let isKept = true;
    const left = mapped(value, (each) => {
      const detached = this.detach(each);
      isKept &&= detached === each;
      return detached;
    });
    if (isKept) return value;
    this.#detached.set(value, left);
    return left;
  }
}

type Data = Readonly<Record<string, unknown>>;

function isData(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && (isList(value) || isPlain(value));
}

function isList(value: unknown): boolean {
  return Array.isArray(value);
}

/** Returns a list or a record of the same keys. A key such as `__proto__` stays a key. */
function mapped(data: Data, map: (value: unknown, key: string) => unknown): Data {
  const entries = Object.entries(data).map(([key, value]) => [key, map(value, key)] as const);
  return isList(data)
    ? (entries.map(([, value]) => value) as object as Data)
    : Object.fromEntries(entries);
}
