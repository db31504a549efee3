import type { Dict } from '@interpose/core';

/** Copies a value of the host if the registry is strict, else returns the value itself. */
export type Copy = <T>(value: T) => T;

/**
 * Whether a value is an object and not a list.
 *
 * @example
 * isDict([]); // => false
 */
export function isDict(value: unknown): value is Dict {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Returns arguments that the host has parsed already: an object, or free-form input under `input`.
 *
 * @example
 * readArguments('ls -l'); // => { input: 'ls -l' }
 */
export function readArguments(input: unknown): Dict {
  return isDict(input) ? input : { input };
}

/**
 * Returns arguments as the host has them: free-form input stays so, unless other arguments were added.
 *
 * @example
 * writeArguments({ input: 'ls' }, 'ls -l'); // => 'ls'
 */
export function writeArguments(args: Dict, original: unknown): unknown {
  const wasFreeForm = original !== undefined && !isDict(original);
  return wasFreeForm && holdsInputOnly(args) ? args['input'] : args;
}

/**
 * Returns the arguments in a model's text: an object, or the raw text under `input` if it is none.
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
 * Returns arguments as a model's text: free-form text stays so, unless other arguments were added.
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
 * Returns the value of a JSON text; undefined if it is no JSON.
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
