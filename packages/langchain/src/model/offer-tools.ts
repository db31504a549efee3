import { ToolMessage } from '@langchain/core/messages';
import type { MaybePromise, ToolCall } from '@interpose/core';
import { andThen, isDict, offerTools, omitUndefined, toldUnreached } from '@interpose/adapter-kit';
import type { Chat } from '@interpose/core/adapter';
import { checkRequest } from '../coverage/check-request.ts';
import { modelComponent, toolComponent } from '../coverage/inventory.ts';
import type { ModelCall } from './model-call.ts';
import type { ChatRun, UnknownCall } from '../run/host-run.ts';
import { toolFor } from '../tools/tool-facts.ts';
import { isRunnableName } from '../tools/waiting-calls.ts';
import type { CallOptions, NativeMessage } from '../translate/native.ts';
import type { NativeRequest } from '../translate/request-to-contract.ts';
import { readOffer } from '../translate/tool-offer.ts';

/**
 * Returns the request without the tools that are not on offer: tools of scopes that are gone, and components and
 * provider tools that a policy denied. A call that never reached a tool keeps the output that the hooks gave it.
 * Returns an unchanged request as it is, and without a promise if no hook has to be asked.
 */
export function prepareRequest(call: ModelCall): MaybePromise<NativeRequest> {
  const { run } = call;
  if (run.fatal !== undefined) throw run.fatal.error;
  checkRequest(call);
  const unknown = [...run.memory.open.values()].filter(
    ({ name }) => !run.tools.has(name) && isRunnableName(name, run),
  );
  run.memory.open.clear();
  return unknown.length === 0 || run.tools.size === 0
    ? offer(call)
    : reportUnknown(run, unknown).then(() => offer(call));
}

/** Reports calls of unknown tools to the hooks, because the tool node answers such calls itself. */
async function reportUnknown(run: ChatRun, calls: readonly ToolCall[]): Promise<void> {
  for (const { id, name, args } of calls) {
    const call = { id, name, args: run.copy({ ...args }) };
    const error = { message: `There is no tool ${name}.` };
    const tool = toolFor(name, undefined, run);
    const told = await toldUnreached(run.chat, { call, tool, cause: 'unknown', error });
    if (told !== undefined) run.memory.outputs.set(id, { name, content: told });
  }
}

function offer(call: ModelCall): MaybePromise<NativeRequest> {
  const { run, model, options } = call;
  const { chat } = run;
  const tools = options.tools ?? [];
  const kept = offerTools(chat, {
    tools,
    nameOf: (tool) => readOffer(tool).name,
    isHosted: (tool) => readOffer(tool).origin === 'provider',
    shown: () => [modelComponent(model), ...tools.map((tool) => toolComponent(tool, run))],
    run,
  });
  return andThen(kept, (left) => {
    const messages = withOutputs(call.messages, run.remembered?.outputs);
    const traced = tracedOptions(chat, options);
    if (left === tools) return { messages, options: traced };
    const { tools: _tools, tool_choice: choice, ...rest } = traced;
    // If no tools are left, the choice of tools has to go as well.
    const chosen =
      left.length === 0
        ? rest
        : { ...rest, tools: left, ...omitUndefined({ tool_choice: choice }) };
    return { messages, options: chosen };
  });
}

function withOutputs(
  messages: readonly NativeMessage[],
  outputs: ReadonlyMap<string, UnknownCall> | undefined,
): readonly NativeMessage[] {
  if (!outputs?.size) return messages;
  return messages.map((message) => {
    if (message.getType() !== 'tool') return message;
    const { tool_call_id, name, id } = message as ToolMessage;
    const told = outputs.get(tool_call_id);
    // A model may use the id of a call again, for a tool that exists.
    if (told === undefined || (name !== undefined && name !== told.name)) return message;
    const { content } = told;
    const named = omitUndefined({ name, id });
    return new ToolMessage({ content, tool_call_id, status: 'error', ...named });
  });
}

/**
 * Returns call options with the chat's trace context in the headers. Headers that the app set win. Providers read
 * headers from one of these two places and ignore the other.
 */
function tracedOptions({ trace }: Chat, options: CallOptions): CallOptions {
  if (trace === undefined) return options;
  const inner = isDict(options['options']) ? options['options'] : {};
  return {
    ...options,
    headers: { ...trace, ...headersOf(options) },
    options: { ...inner, headers: { ...trace, ...headersOf(inner) } },
  };
}

function headersOf({ headers }: Readonly<Record<string, unknown>>): object {
  return isDict(headers) ? headers : {};
}
