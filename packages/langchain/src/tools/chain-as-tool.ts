import { Runnable } from '@langchain/core/runnables';
import type { Method } from '../translate/native.ts';

/** The methods that a chain made into a tool passes on to its chain without its own `invoke`. */
const HANDED_ON =
  'batch stream transform _streamIterator streamEvents withConfig withRetry withListeners'.split(
    ' ',
  );

/** The same methods as every runnable has them: each of them calls `invoke`. */
export const BY_INVOKE: Readonly<Record<string, Method>> = Object.fromEntries(
  HANDED_ON.map((name) => [
    name,
    Reflect.get(Runnable.prototype, name) as Method | undefined,
  ]).filter((entry): entry is [string, Method] => entry[1] !== undefined),
);
