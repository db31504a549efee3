import type { Dict } from '@interpose/core';

/** Copies what the host owns where the registry is strict, else returns it. */
export type Copy = <T>(value: T) => T;

/**
 * True for a value that is a plain record, not a list.
 *
 * @example
 * isDict([]); // => false
 */
export function isDict(value: unknown): value is Dict {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Arguments that the host has read already: an object, or free-form input under `input`.
 *
 * @example
 * readArguments('ls -l'); // => { input: 'ls -l' }
 */
export function readArguments(input: unknown): Dict {
  return isDict(input) ? input : { input };
}

/**
 * Arguments as the host has them: input that was free-form stays so, as long as nothing stands beside it.
 *
 * @example
 * writeArguments({ input: 'ls' }, 'ls -l'); // => 'ls'
 */
export function writeArguments(args: Dict, original: unknown): unknown {
  const wasFreeForm = original !== undefined && !isDict(original);
  return wasFreeForm && holdsInputOnly(args) ? args['input'] : args;
}

/**
 * The arguments in a model's text: an object, or the raw text under `input` where it is none.
 *
 * @example
 * parseArguments('{"path":"/tmp"}'); // => { path: '/tmp' }
 */
export function parseArguments(text: string): Dict {
  if (text.trim() === '') return {};
  const parsed = parseJson(text);
  return isDict(parsed) ? parsed : { input: text };
}

/**
 * Arguments as a model's text: free-form text goes back as it came, as long as nothing stands beside it.
 *
 * @example
 * formatArguments({ path: '/var' }, '{"path":"/tmp"}'); // => '{"path":"/var"}'
 * formatArguments({ input: 'ls' }, 'ls -l'); // => 'ls'
 */
export function formatArguments(args: Dict, original: string | undefined): string {
  const wasFreeForm =
    original !== undefined && original.trim() !== '' && !isDict(parseJson(original));
  const { input } = args;
  if (wasFreeForm && holdsInputOnly(args) && typeof input === 'string') return input;
  return JSON.stringify(args);
}

/**
 * The value of this JSON; undefined where it is none.
 *
 * @example
 * parseJson('[1'); // => undefined
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function holdsInputOnly(args: Dict): boolean {
  return 'input' in args && Object.keys(args).length === 1;
}
