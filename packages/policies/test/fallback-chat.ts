import {
  createHooks,
  type HooksOptions,
  type ModelRequest,
  type ModelResponse,
} from '@interpose/core';
import { modelCycle, openChat, type Chat } from '@interpose/core/adapter';
import { afterEach } from 'vitest';

import {
  fallbackModel,
  type Fallback,
  type FallbackModelOptions,
} from '../src/fallback-model/index.ts';

/** What an overloaded provider says. */
export const away: Error = Object.assign(new Error('overloaded'), { status: 503 });
/** An answer that says this. */
export const text = (said: string): ModelResponse => ({ content: [{ type: 'text', text: said }] });

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()));
});

/** A registry's options, and the SDK the chat is said to run in. */
export interface ChatSetting extends HooksOptions {
  readonly framework?: string;
}

/** Opens a chat under a fallback policy; it is closed after the test. */
export async function startChat(
  models: readonly Fallback[],
  options?: FallbackModelOptions,
  { framework = 'openai', ...rest }: ChatSetting = {},
): Promise<Chat> {
  const hooks = createHooks({ policies: [fallbackModel(models, options)], retries: 5, ...rest });
  open.push(() => hooks.close());
  return openChat(hooks, { host: { framework, version: '' }, agent: { id: 'agent' } });
}

/** Asks once; each model answers with its own name, unless it is away. */
export async function ask(
  chat: Chat,
  isAway: (model: string | undefined) => boolean,
  answer: (model: string) => ModelResponse = text,
): Promise<{ readonly asked: readonly unknown[]; readonly outcome: object }> {
  const request: ModelRequest = { model: 'model-a', messages: [] };
  const asked: unknown[] = [];
  const outcome = await modelCycle<ModelResponse>(chat, {
    request: () => request,
    call(changed) {
      const { model = '' } = changed ?? request;
      asked.push(model);
      if (isAway(model)) throw away;
      return answer(model);
    },
    response: (native) => native,
    continues: () => false,
  });
  return { asked, outcome };
}
