import type { Chat, ChatOptions } from '../contract/adapter/chat.ts';
import type { Hooks } from '../contract/hooks/hooks.ts';
import { thoughtOf } from './running-chat.ts';
import { runtimeOf } from './runtime-of.ts';

/**
 * The options of code that dispatches single steps of a chat which runs elsewhere.
 *
 * @example
 * const options: JoinOptions = { chatId: 'turn-7', host: { framework: 'aos', version: '0.1.0' }, agent: { id: 'support' } };
 * joinChat(hooks, options).id; // => 'turn-7'
 */
export interface JoinOptions extends Omit<
  ChatOptions,
  'hostSession' | 'parent' | 'trigger' | 'resumes' | 'suspends'
> {
  /** The id of the chat in the place where it runs. */
  readonly chatId: string;
  /** The reasoning of the model, if it gave any. */
  readonly reasoning?: string | undefined;
}

/**
 * Makes a chat for single steps of a chat that runs elsewhere. It fires no onChatStart and no ending here, only
 * onSessionStart the first time its session is seen. Its steps cannot wait for a person here.
 *
 * @example
 * const remote = joinChat(hooks, { chatId: 'turn-7', host: { framework: 'aos', version: '0.1.0' }, agent: { id: 'support' } });
 * await remote.dispatch('onMemoryRetrieved', { memory: [{ content: 'likes tea' }] }); // => { decision: 'allow' }
 * @throws InterposeError `hooks_closed` after `hooks.close()`.
 */
export function joinChat(hooks: Hooks, options: JoinOptions): Chat {
  const runtime = runtimeOf(hooks);
  runtime.checkOpen();
  const { session: named, reasoning } = options;
  const { session, isNew } =
    named?.id === undefined
      ? { session: runtime.sessions.transient(), isNew: false }
      : runtime.sessions.open({ session: named });
  const chat = runtime.chatIn(session, options, named?.user);
  chat.nestIn(options.chatId);
  if (reasoning !== undefined) chat.calls.lastResponse = thoughtOf(reasoning);
  if (isNew) void runtime.sessionStarted(session, chat);
  return chat;
}
