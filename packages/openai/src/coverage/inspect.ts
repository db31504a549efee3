import { unknownTarget } from '@interpose/adapter-kit';
import type { CapabilityRow } from '@interpose/core/adapter';
import { capabilities } from '../capabilities.ts';
import { asClient } from '../targets/recognise.ts';

/**
 * The coverage of one concrete client, hooked or not: what holds at each event on each path that this client has.
 *
 * @throws InterposeError `target_unknown` for something that `withHooks` does not take.
 *
 * @example
 * const open = inspect(client).filter((row) => row.status !== 'enforced');
 */
export function inspect(client: unknown): readonly CapabilityRow[] {
  const found = asClient(client);
  if (found === undefined)
    throw unknownTarget(client, 'pass the OpenAI client that withHooks takes');
  return capabilities.filter(({ path }) => hasPath(found, path));
}

/** A path begins with the member of the client it goes through; what goes through none concerns every client. */
function hasPath(client: object, path: string): boolean {
  const [resource = ''] = path.split(/[., ]/);
  if (resource === 'hookFetch' || resource === 'ResponsesToolRunner') return false;
  return resource in client || !path.includes('.');
}
