import type { LaneKind } from './lane.ts';
import type { Id, Parcel } from '../messages/to-contract.ts';

/** How a parcel may move; a ping goes with the answers, since whoever sends it takes silence for a dead peer. */
export function laneKind({ reads }: Parcel): LaneKind {
  if (reads.some((read) => read.kind === 'request' && read.method !== 'ping')) return 'request';
  return reads.some(({ kind }) => kind === 'notification') ? 'notification' : 'answer';
}

/** The ids of the requests in a parcel. */
export function requestIds({ reads }: Parcel): readonly Id[] {
  return reads.flatMap(({ kind, id }) => (kind === 'request' && id !== undefined ? [id] : []));
}
