import type { Dict } from '@interpose/core';

/** Copies what the host owns where the registry is strict, else returns it. */
export type Copy = <T>(value: T) => T;

/** True for a value that is a plain record, not a list. */
export function isDict(value: unknown): value is Dict {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The arguments a model wrote: an object, or the raw text under `input` where they are none. */
export function parseArguments(input: string): Dict {
  if (input.trim() === '') return {};
  const parsed = readJson(input);
  return isDict(parsed) ? parsed : { input };
}

/** What hooks left of the arguments, as a model would write it: the original text where nothing changed. */
export function writeArguments(args: Dict, before: Dict, input: string): string {
  if (args === before) return input;
  return isDict(readJson(input)) || input.trim() === '' || typeof args['input'] !== 'string'
    ? JSON.stringify(args)
    : args['input'];
}

/** The value of this JSON; undefined where it is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
