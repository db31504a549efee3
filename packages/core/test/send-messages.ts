import { modelCycle, type Chat } from '../src/adapter.ts';
import type { Message, ModelRequest } from '../src/index.ts';
import { modelStep } from './model-step.ts';

/** Sends these messages through one model call of the chat; gives what reached the model, if anything did. */
export async function sendMessages(
  chat: Chat,
  messages: readonly Message[],
): Promise<ModelRequest | undefined> {
  const sent: ModelRequest[] = [];
  await modelCycle(chat, modelStep({ request: () => ({ messages }), sent }));
  return sent[0];
}
