import type { Gate } from '../../gate.ts';
import { hookableCore } from '../../peers/hookable-core.ts';
import { timeAgainst } from '../../peers/time-against.ts';

/** Against hookable's small class, which awaits only promises and ignores what hooks answer. */
export const gate: Gate = {
  id: 'G10',
  name: 'against HookableCore, 20 hooks',
  tolerance: 0.03,
  measure: () =>
    timeAgainst({ name: 'HookableCore', dispatch: hookableCore, times: { sync: 2, async: 1.3 } }),
};
