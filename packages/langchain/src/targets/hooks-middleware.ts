import { ToolMessage } from '@langchain/core/messages';
import type { AgentMiddleware } from 'langchain';
import { InterposeError, type Hooks } from '@interpose/core';
import { checkWithHooks, isDict, type WithHooksOptions } from '@interpose/adapter-kit';
import { watchCallbacks } from '../coverage/check-callbacks.ts';
import { hookModelOption } from '../model/model-option.ts';
import { isBubbleUp, type ChatRun } from '../run/host-run.ts';
import { inRun } from '../run/settle-run.ts';
import { watchCallsInside } from './calls-inside.ts';
import { isTool } from './shapes.ts';
import { hookToolInPlace } from '../tools/hook-tools.ts';
import type { RunnableConfig } from '../translate/native.ts';

type Request = Readonly<Record<string, unknown>>;
type Handler = (request: Request) => unknown;

/**
 * Makes a middleware with hooks, for an agent of `createAgent` that other code makes (langchain 1.0.1 and later); put
 * it last. Each model call and tool call is a separate chat, in the session of the thread or of the messages.
 * Sub-agents do not inherit it, and middleware around it may still change answers, so wrap the factory if you can.
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
  return middleware as unknown as AgentMiddleware; // LangChain's type lists everything that a middleware could have
}

function runtimeOf({ runtime }: Request): RunnableConfig {
  return isDict(runtime) ? runtime : {};
}

/** Sets the session, if the app names none: the thread, or without one the session of the messages in the state. */
function inThread(options: WithHooksOptions, request: Request): WithHooksOptions {
  if (options.session !== undefined) return options;
  const thread = runtimeOf(request).configurable?.['thread_id'];
  return { ...options, session: { id: typeof thread === 'string' ? thread : talkOf(request) } };
}

const talks = new WeakMap<object, string>();

/** Finds the session by the messages. Nothing else lasts for a middleware, and each call has to see earlier changes. */
function talkOf({ state }: Request): string {
  const said = isDict(state) && Array.isArray(state['messages']) ? state['messages'] : [];
  const messages = said.filter((each) => isDict(each));
  const known = messages.find((each) => talks.has(each));
  const talk = (known && talks.get(known)) ?? crypto.randomUUID();
  for (const each of messages) talks.set(each, talk);
  return talk;
}

/** Answers a tool error as LangChain does without middleware: the model reads it. With one, LangChain ends the run. */
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
