import { normalText } from '../text/normal-text.ts';
import { standsIn } from '../text/stands-in.ts';

/** A name is written with a capital; so that an author called `discount@…` is not named by every talk of a discount. */
const NAME = /(?<![\p{L}\p{N}])\p{Lu}\p{L}+/gu;

/**
 * Tells which authors a text names: by the whole address or name, or by one of its names, written as a name.
 *
 * @example
 * const isNamed = namedAuthors('Alice sent me a mail');
 * isNamed('alice.miller@example.com'); // => true
 * isNamed('mail@example.com'); // => false
 */
export function namedAuthors(text: string): (author: string) => boolean {
  const names = new Set([...text.matchAll(NAME)].map(([name]) => name.toLowerCase()));
  const whole = normalText(text);
  return (author) => {
    // The empty name stands in every text.
    if (author.trim() === '') return false;
    // Of an address only what stands before the host: half the world has its mail at the same few.
    const own = author.replace(/@.*$/s, '');
    const parts = own.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
    return parts.some((part) => names.has(part)) || standsIn(normalText(author), whole);
  };
}
