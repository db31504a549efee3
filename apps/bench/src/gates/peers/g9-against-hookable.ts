import type { Gate } from '../../gate.ts';
import { hookable } from '../../peers/hookable.ts';
import { timeAgainst } from '../../peers/time-against.ts';

/** Against hookable's `callHook`, which ignores what hooks answer. */
export const gate: Gate = {
  id: 'G9',
  name: 'against hookable, 20 hooks',
  tolerance: 0.03,
  measure: () =>
    timeAgainst({ name: 'hookable', dispatch: hookable, times: { sync: 10, async: 3 } }),
};
