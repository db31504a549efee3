import { expect, test } from 'vitest';

import { createHooks, type DispatchOptions } from '../index.ts';
import { gateCall } from '../../test/gate-call.ts';

test.each<[string, object]>([
  ['within', { within: {} }],
  ['within', { within: null }],
  ['signal', { signal: 'stop' }],
  ['signal', { signal: null }],
  ['chatId', { chatId: 5 }],
])('a dispatch is refused with a %s that nothing could read: %j', async (option, given) => {
  const hooks = createHooks();
  for (const listening of [false, true]) {
    if (listening) hooks.addHook('preToolCall', () => undefined);
    await expect(gateCall(hooks, undefined, given as DispatchOptions)).rejects.toThrow(
      `[invalid_option] ${option} is`,
    );
  }
});
