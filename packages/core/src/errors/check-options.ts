import { InterposeError } from './interpose-error.ts';
import { nearestName } from './nearest-name.ts';

/**
 * Refuses options that nobody would read: what is no object, and every key that is not in the list. Call it first in
 * a function that takes options, so that a slip of the pen fails at the start instead of switching a guard off.
 *
 * @param owner what takes the options, as the message names it: `denyTools`, `the policy pii`.
 * @example
 * function denyTool(name: string, options: { readonly reason?: string } = {}): Policy {
 *   checkOptions('denyTool', options, ['reason']);
 *   return { name: 'deny-tool', hooks: { preToolCall: { tool: name, run: () => deny(options.reason ?? 'not here') } } };
 * }
 * try { denyTool('exec', { raeson: 'no shell' } as object); } catch (error) { console.log(error); } // … did you mean reason? …
 * @throws InterposeError with the code given, `invalid_option` by default, naming the nearest option.
 */
export function checkOptions(
  owner: string,
  options: unknown,
  known: readonly string[],
  code = 'invalid_option',
): void {
  if (options === undefined) return;
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    const given = Array.isArray(options) ? 'a list' : options === null ? 'null' : typeof options;
    throw new InterposeError(
      code,
      `${owner} takes an object, and got ${given}`,
      `use only ${known.join(', ')}`,
    );
  }
  for (const key of Object.keys(options)) {
    if (known.includes(key)) continue;
    const nearest = nearestName(key, known);
    throw new InterposeError(
      code,
      `${owner} does not know "${key}"${nearest === '' ? '' : `; did you mean ${nearest}?`}`,
      nearest === '' ? 'drop it, since it takes no options' : `use only ${known.join(', ')}`,
    );
  }
}
