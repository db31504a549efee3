import type { Dict } from '@interpose/core';
import { isDict } from './native.ts';

/** The arguments a model wrote: an object, or the raw text under `input` where they are none. */
export function readArguments(input: string): Dict {
  if (input.trim() === '') return {};
  try {
    const parsed: unknown = JSON.parse(input);
    if (isDict(parsed)) return parsed;
  } catch {
    return { input };
  }
  return { input };
}

/** Arguments as the wire holds them: free-form input goes back as it came. */
export function writeArguments(args: Dict, original: string | undefined): string {
  const wasFreeForm = original !== undefined && 'input' in readArguments(original);
  const input = args['input'];
  if (wasFreeForm && Object.keys(args).length === 1 && typeof input === 'string') return input;
  return JSON.stringify(args);
}
