import type { Hooks } from '@interpose/core';

import type { Shop } from '../shop.ts';

/** What an agent is given: where its model listens, the hooks around it, and the shop its tools work in. */
export interface Surroundings {
  readonly baseURL: string;
  readonly hooks: Hooks;
  readonly shop: Shop;
}

/** Asks an agent of one SDK, and gives back its answer. */
export type AskAgent = (question: string, surroundings: Surroundings) => Promise<string>;
