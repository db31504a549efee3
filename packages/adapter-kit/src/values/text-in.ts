import type { Part } from '@interpose/core';

/**
 * Returns the texts of these parts as one text, with nothing between them.
 *
 * @example
 * textIn([{ type: 'text', text: 'it is ' }, { type: 'text', text: 'sunny' }]); // => 'it is sunny'
 */
export function textIn(parts: readonly Part[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}
