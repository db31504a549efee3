import { parseArguments, type Copy } from '@interpose/adapter-kit';
import type { Message, ModelRequest, Part, ToolSpec } from '@interpose/core';
import type { ToyCall, ToyMessage, ToyRequest, ToyTool } from './native.ts';
import { messageOrigins, toolOrigins } from './origins.ts';

/** A request in the contract's values. */
export function requestToContract(native: ToyRequest, copy: Copy): ModelRequest {
  return {
    model: native.model,
    ...(native.prompt === undefined ? undefined : { instructions: native.prompt }),
    messages: native.messages.map(messageToContract),
    tools: native.tools.map((tool) => toolToContract(tool, copy)),
  };
}

/** A message in the contract's values; it remembers the native one. */
export function messageToContract(native: ToyMessage): Message {
  const role = native.from === 'model' ? 'assistant' : native.from;
  return messageOrigins.remember({ role, content: contentToContract(native) }, native);
}

/** What a model said: its text, then its calls. */
export function saidToContract(text: string, calls: readonly ToyCall[]): readonly Part[] {
  return [
    ...(text === '' ? [] : [{ type: 'text', text } as const]),
    ...calls.map(({ id, tool, input }): Part => ({
      type: 'tool-call',
      id,
      name: tool,
      args: parseArguments(input),
    })),
  ];
}

function contentToContract(native: ToyMessage): readonly Part[] {
  if (native.from === 'model') return saidToContract(native.text, native.calls);
  const { text } = native;
  if (native.from !== 'tool') return [{ type: 'text', text }];
  return [{ type: 'tool-result', id: native.call, name: native.tool, result: text }];
}

function toolToContract(tool: ToyTool, copy: Copy): ToolSpec {
  const { name, about, inputs } = tool;
  const spec: ToolSpec = {
    name,
    origin: 'local',
    ...(about === undefined ? undefined : { description: about }),
    ...(inputs === undefined ? undefined : { inputSchema: copy<unknown>(inputs) }),
  };
  return toolOrigins.remember(spec, tool);
}
