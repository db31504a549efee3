import type { Chat, ChatOptions } from '../contract/adapter/chat.ts';
import type { Hooks } from '../contract/hooks/hooks.ts';
import { thoughtOf } from './running-chat.ts';
import { runtimeOf } from './runtime-of.ts';
import { invalidOption } from '../errors/interpose-error.ts';
import { checkSignal } from '../registry/registration.ts';

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
 * @throws InterposeError `hooks_closed` after `hooks.close()`; `invalid_option` for options that name no chat, host or
 * agent, or an unusable session.
 */
export function joinChat(hooks: Hooks, options: JoinOptions): Chat {
  const runtime = runtimeOf(hooks);
  checkJoin(options);
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

/** Throws for options that say nothing of a chat. It reads little, since a guardian joins a chat for each step. */
function checkJoin(options: unknown): void {
  const { chatId, host, agent, session, signal } = fieldsOf(options);
  if (!isText(chatId)) throw badJoin('chatId', 'the id of the chat where it runs');
  if (!isText(fieldsOf(host)['framework'])) throw badJoin('host', 'host: { framework, version }');
  if (!isText(fieldsOf(agent)['id'])) throw badJoin('agent', 'agent: { id }');
  if (session !== undefined && !isSession(session))
    throw badJoin('session', 'session: { id }, or leave it out');
  checkSignal(signal);
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

/** Whether this is a session; without an id, it may still name the user. */
function isSession(value: unknown): boolean {
  const { id } = fieldsOf(value);
  return typeof value === 'object' && value !== null && (id === undefined || isText(id));
}

function badJoin(option: string, remedy: string): Error {
  return invalidOption(`joinChat got no usable ${option}`, `pass ${remedy}`);
}
