import type { Dict } from '@interpose/core';
import type { OddArguments } from './parity-entry.ts';

/** What is odd about the arguments of a call, if anything; what is no object stands as text under `input`. */
export function oddArguments(args: Dict | undefined): OddArguments | undefined {
  if (args === undefined) return undefined;
  const text = args['input'];
  const isFree = typeof text === 'string' && Object.keys(args).length === 1;
  if (/\\?"(__proto__|constructor)\\?":/.test(JSON.stringify(args))) return 'prototype';
  return isFree && isJson(text) ? 'no-object' : undefined;
}

function isJson(text: string): boolean {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed !== 'object' || parsed === null || Array.isArray(parsed);
  } catch {
    return false;
  }
}
