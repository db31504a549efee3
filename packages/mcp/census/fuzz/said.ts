import type { Dict } from '@interpose/core';
import { canaries } from '@interpose/testing/probes';

import { contentOf, paramsOf } from '../probes/said.ts';
import { carried } from '../probes/wire-modes.ts';

/** What a request or a notification of this method says, with this text wherever one may stand. */
export function questionOf(method: string, text: string): Dict {
  return saying(paramsOf(method), canaries[carried.question], text);
}

/** What an end answers a request of this method with. */
export function answerTo(method: string, text: string): Dict {
  return saying(contentOf(method), canaries[carried.answer], text);
}

function saying(value: Dict, canary: string, text: string): Dict {
  return JSON.parse(JSON.stringify(value).replaceAll(canary, text)) as Dict;
}
