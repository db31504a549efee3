import { MAX_NAME, type NameTest } from './match-names.ts';

const MOST_NAMES = 1000;

/**
 * Returns the same test with a memory for names: agents call the same few tools again and again.
 *
 * @example
 * const isTool = rememberNames((name) => name === 'search');
 */
export function rememberNames(test: NameTest): NameTest {
  const known = new Map<string, boolean>();
  return (name) => {
    const answer = known.get(name);
    if (answer !== undefined) return answer;
    const found = test(name);
    if (name.length <= MAX_NAME) {
      if (known.size >= MOST_NAMES) known.clear();
      known.set(name, found);
    }
    return found;
  };
}
