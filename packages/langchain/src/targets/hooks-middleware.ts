import { ToolMessage } from '@langchain/core/messages';
import type { AgentMiddleware } from 'langchain';
import { InterposeError, type Hooks } from '@interpose/core';
import { checkWithHooks, isDict, type WithHooksOptions } from '@interpose/adapter-kit';
import { isBubbleUp } from '../approval/ask.ts';
import { watchCallbacks } from '../coverage/check-callbacks.ts';
import { hookModelOption } from '../model/model-option.ts';
import type { ChatRun } from '../run/host-run.ts';
import { inRun } from '../run/settle-run.ts';
import { watchCallsInside } from './calls-inside.ts';
import { isTool } from './shapes.ts';
import { hookToolInPlace } from '../tools/hook-tools.ts';
import type { RunnableConfig } from '../translate/native.ts';

type Request = Readonly<Record<string, unknown>>;
type Handler = (request: Request) => unknown;

/**
 * Hooks for an agent of `createAgent` (langchain 1.0.1 and later) that somebody else makes; put it last. Every model
 * call and every tool call is a chat of its own, in the session of the thread or of the messages. Sub-agents do not inherit middleware, and
 * a middleware around it may still change what the model said: wrap the factory with `withHooks` where you can.
 *
 * @example
 * const agent = createAgent({ model, tools, middleware: [hooksMiddleware(hooks)] });
 */
export function hooksMiddleware(hooks: Hooks, options?: WithHooksOptions): AgentMiddleware;
export function hooksMiddleware(
  hooks: Hooks,
  options: WithHooksOptions = {},
  ...more: readonly unknown[]
): AgentMiddleware {
  checkWithHooks(hooks, options, {}, more);
  watchCallsInside();
  watchCallbacks(options);
  const middleware = {
    name: 'InterposeHooks',
    async wrapModelCall(request: Request, handler: Handler): Promise<unknown> {
      const seam = { hooks, options: inThread(options, request), tools: [] };
      return handler({ ...request, model: hookModelOption(request['model'], seam, 'createAgent') });
    },
    async wrapToolCall(request: Request, handler: Handler): Promise<unknown> {
      const { tool } = request;
      if (!isTool(tool)) return handler(request);
      hookToolInPlace(tool, hooks);
      const config = runtimeOf(request);
      const use = { path: 'hooksMiddleware', fallback: 'agent', config, tools: [tool] };
      return inRun({ hooks, options: inThread(options, request) }, use, async (run) => {
        try {
          return await handler(request);
        } catch (error) {
          return answerFor(error, request, run);
        }
      });
    },
  };
  return middleware as unknown as AgentMiddleware; // LangChain types its middleware by everything it could have
}

function runtimeOf({ runtime }: Request): RunnableConfig {
  return isDict(runtime) ? runtime : {};
}

/** The thread is the session, where the app names none; without a thread it is that of the messages in the state. */
function inThread(options: WithHooksOptions, request: Request): WithHooksOptions {
  if (options.session !== undefined) return options;
  const thread = runtimeOf(request).configurable?.['thread_id'];
  return { ...options, session: { id: typeof thread === 'string' ? thread : talkOf(request) } };
}

const talks = new WeakMap<object, string>();

/** A run tells its middleware nothing that lasts but the messages: by them each call finds what hooks made of earlier ones. */
function talkOf({ state }: Request): string {
  const said = isDict(state) && Array.isArray(state['messages']) ? state['messages'] : [];
  const messages = said.filter((each) => isDict(each));
  const known = messages.find((each) => talks.has(each));
  const talk = (known && talks.get(known)) ?? crypto.randomUUID();
  for (const each of messages) talks.set(each, talk);
  return talk;
}

/** With any middleware around tools, LangChain lets their errors end the run; without one, the model reads them. */
function answerFor(error: unknown, { toolCall }: Request, run: ChatRun): unknown {
  const isOurs = error instanceof InterposeError || run.fatal !== undefined;
  if (isBubbleUp(error) || isOurs || run.chat.signal.aborted) throw error;
  const call = isDict(toolCall) ? toolCall : {};
  return new ToolMessage({
    content: `${String(error)}\n Please fix your mistakes.`,
    tool_call_id: String(call['id']),
    name: String(call['name']),
    status: 'error',
  });
}
