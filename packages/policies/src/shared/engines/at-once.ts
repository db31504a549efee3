import { isThenable } from '../values/is-thenable.ts';
import { NotPlain } from '../values/plain-value.ts';

/**
 * Returns what a function of the app answered. An engine decides at once, so it cannot wait for a promise, and what
 * the promise holds must not be missing in silence.
 *
 * @param name the function, as messages name it: `request`.
 * @throws NotPlain for a promise.
 */
export function atOnce<T>(name: string, answer: T): T {
  if (!isThenable(answer)) return answer;
  // Nobody else waits for it, and a rejection that nobody handles ends the process.
  answer.then(undefined, () => undefined);
  throw new NotPlain(`${name} returned a promise, which cannot be waited for here`);
}
