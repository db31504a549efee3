import { streamCycle } from '../src/adapter.ts';
import type { Hooks } from '../src/index.ts';
import { openTestChat } from './open-test-chat.ts';
import { drain, streamStep, type Given, type TestPart } from './stream-step.ts';

/** Streams these attempts through one chat of these hooks, to the end. */
export async function streamThrough(
  hooks: Hooks,
  attempts: readonly Given[],
  cancelled: unknown[] = [],
): Promise<(TestPart | Error)[]> {
  const chat = await openTestChat(hooks);
  return drain(await streamCycle(chat, streamStep(attempts, cancelled)));
}
