import type { Dict } from '@interpose/core';
import { digest } from 'ohash';

/** SHA-256 over the arguments with their keys in order: the same for the same arguments, however they were written. */
export function digestArgs(args: Dict): string {
  return digest(JSON.stringify(args, inOrder)).slice(0, 22);
}

/** SHA-256 over what an error says; numbers in it do not make it another. */
export function digestError(message: string): string {
  return digest(message.slice(0, 1000).replaceAll(/\d+/g, '#')).slice(0, 22);
}

function inOrder(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).toSorted(([first], [second]) => (first < second ? -1 : 1)),
  );
}
