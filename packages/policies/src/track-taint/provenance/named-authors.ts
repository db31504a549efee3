import { normalText } from '../text/normal-text.ts';
import { standsIn } from '../text/stands-in.ts';

/** Names have a capital, so that `discount@…` is not named by any talk of a discount. */
const NAME = /(?<![\p{L}\p{N}])\p{Lu}\p{L}+/gu;

/**
 * Tests which authors a text names: by the whole address or name, or by a part of the name, with a capital.
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
    // The empty name would occur in every text.
    if (author.trim() === '') return false;
    // Only the part before the host counts: many people have their mail at the same few hosts.
    const own = author.replace(/@.*$/s, '');
    const parts = own.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
    return parts.some((part) => names.has(part)) || standsIn(normalText(author), whole);
  };
}
