import type { Approval } from '@interpose/guardian-api';

/**
 * Those that wait for the same as this one: the same call with the same arguments, for the same agent and user. The
 * digest decides, since hidden values look alike.
 */
export function equalAsks(one: Approval, rows: readonly Approval[]): readonly Approval[] {
  return rows.filter(
    ({ id, state, agent, digest }) =>
      id !== one.id && state === 'waiting' && agent === one.agent && digest === one.digest,
  );
}
