import { InterposeError } from '../../errors/interpose-error.ts';

/** The setter of everything on a context. Throws `readonly_context`. */
export function refuseWrite(): never {
  throw new InterposeError(
    'readonly_context',
    'a hook assigned to its context',
    'return a verdict instead, or keep notes in ctx.metadata',
  );
}
