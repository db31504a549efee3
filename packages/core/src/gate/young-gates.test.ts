import { expect, test } from 'vitest';

import { modelCycle, toolCycle } from '../adapter.ts';
import { createHooks } from '../index.ts';
import { modelStep } from '../../test/model-step.ts';
import { completeChat, openTestChat } from '../../test/open-test-chat.ts';
import { toolStep } from '../../test/tool-step.ts';
// @boundaries-ignore shared by tests only
import { bytesLeftBy } from '../../../testing/test/young-heap.ts';

/** Gates that functions in the old heap led to left two thousand bytes; the current ones leave a hundred. */
const MOST_BYTES = 800;

const atOnce = (): void => undefined;
const later = async (): Promise<void> => undefined;

test.each([
  ['onChatStart', later],
  ['preRequest', later],
  ['onResponse', atOnce],
  ['onResponse', later],
  ['preToolCall', later],
  ['onToolCallResult', later],
] as const)('a gate of %s that is over leaves little to the old heap', async (event, hook) => {
  const hooks = createHooks();
  hooks.addHook(event, hook);
  const left = await bytesLeftBy(async () => {
    const chat = await openTestChat(hooks);
    await modelCycle(chat, modelStep());
    await toolCycle(chat, toolStep());
    await completeChat(chat);
  }, MOST_BYTES);
  expect(left).toBeLessThan(MOST_BYTES);
});
