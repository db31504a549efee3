import type { Hooks } from '@interpose/core';

import type { LoadedPolicies } from './load-policies.ts';

type Handler = (request: Request) => Promise<Response>;

/** One version while it serves, and until what it began is decided. */
export interface Served {
  readonly loaded: LoadedPolicies;
  /** The policies of each tenant that has asked: loaded for it alone, so that they share no memory. */
  readonly rooms: Map<string, Promise<Room>>;
  /** Requests these policies are deciding. */
  inFlight: number;
}

/** The policies of one tenant. */
export interface Room {
  readonly hooks: Hooks;
  readonly handler: Handler;
}

/** Closes the policies of every tenant. */
export async function closeRooms({ rooms }: Served): Promise<void> {
  const closing = [...rooms.values()].map(async (room) => (await room).hooks.close());
  await Promise.allSettled(closing);
}
