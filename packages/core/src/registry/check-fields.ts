import { checkOptions } from '../errors/check-options.ts';
import { InterposeError } from '../errors/interpose-error.ts';

/** What an option may be: anything, of a type, a number that is not negative (`count`), or one of these words. */
export type OptionKind = 'any' | 'count' | TypeName | `${TypeName} or ${TypeName}` | Choices;

type TypeName = 'boolean' | 'function' | 'number' | 'string';

type Choices = readonly string[];

/** The options there are, and what each may be. */
export type OptionKinds = Readonly<Record<string, OptionKind>>;

export const ON_ERROR: Choices = ['deny', 'throw', 'allow'];
export const MODES: Choices = ['enforce', 'monitor'];

/**
 * Refuses options that nobody would read, and every option that is not what it has to be.
 *
 * @throws InterposeError with the code given for an unknown option, `invalid_option` for a wrong value.
 */
export function checkFields(
  owner: string,
  options: object,
  kinds: OptionKinds,
  code?: string,
): void {
  checkOptions(owner, options, Object.keys(kinds), code);
  for (const [name, kind] of Object.entries(kinds)) {
    const value = (options as Readonly<Record<string, unknown>>)[name];
    if (value === undefined || fits(value, kind)) continue;
    throw new InterposeError(
      'invalid_option',
      `${name} is ${typeof value === 'object' ? 'an object' : nameOf(value)}`,
      typeof kind === 'string'
        ? `pass a ${kind === 'count' ? 'number that is not negative' : kind}`
        : `pass one of ${kind.join(', ')}`,
    );
  }
}

function fits(value: unknown, kind: OptionKind): boolean {
  if (kind === 'any') return true;
  if (kind === 'count') return typeof value === 'number' && value >= 0;
  return typeof kind === 'string'
    ? kind.split(' or ').includes(typeof value)
    : kind.includes(value as string);
}

/** Text in quotes, so that it is told from a number; JSON knows no NaN. */
function nameOf(value: unknown): string {
  return typeof value === 'string' ? `"${value}"` : String(value);
}
