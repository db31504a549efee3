import { unknownTarget } from '@interpose/adapter-kit';
import type { CapabilityRow } from '@interpose/core/adapter';
import { capabilities } from '../capabilities.ts';
import { asClient } from '../targets/recognise.ts';

/**
 * Returns the coverage of one client, hooked or not: its status at each event on each path that this client has.
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

/** Whether a client has a path. Paths start with a member of the client; one without a dot concerns every client. */
function hasPath(client: object, path: string): boolean {
  const [resource = ''] = path.split(/[., ]/);
  if (resource === 'hookFetch' || resource === 'ResponsesToolRunner') return false;
  return resource in client || !path.includes('.');
}
