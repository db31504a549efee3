import { cloneWith, formatArguments } from '@interpose/adapter-kit';
import type { Message, ModelRequest, Part, ToolSpec } from '@interpose/core';
import type { ToyCall, ToyMessage, ToyRequest, ToyTool } from './native.ts';
import { messageOrigins, toolOrigins } from './origins.ts';

/** A changed request as the SDK sends it; what nobody touched is the native object itself. */
export function requestFromContract(changed: ModelRequest, native: ToyRequest): ToyRequest {
  return {
    ...native,
    model: changed.model ?? native.model,
    prompt: changed.instructions,
    messages: changed.messages.flatMap(messageFromContract),
    tools: (changed.tools ?? []).flatMap((spec) => toolFromContract(spec, native)),
  };
}

/** Why the SDK cannot send a changed request: it knows no settings, and each tool needs a function behind it. */
export function whyUnsent(changed: ModelRequest, native: ToyRequest): string | undefined {
  if (changed.settings !== undefined) return 'The SDK takes no settings.';
  const missing = changed.tools?.find((spec) => toolFromContract(spec, native).length === 0);
  return missing && `The agent has no tool ${missing.name}.`;
}

/** What a model said: its text and its calls. */
export function saidFromContract(content: readonly Part[]): { text: string; calls: ToyCall[] } {
  return {
    text: content.map((part) => (part.type === 'text' ? part.text : '')).join(''),
    calls: content.flatMap((part) =>
      part.type === 'tool-call'
        ? [{ id: part.id, tool: part.name, input: formatArguments(part.args, undefined) }]
        : [],
    ),
  };
}

function messageFromContract(message: Message): readonly ToyMessage[] {
  const native = messageOrigins.of(message);
  if (native !== undefined) return [native];
  const { role, content } = message;
  const { text, calls } = saidFromContract(content);
  if (role === 'assistant') return [{ from: 'model', text, calls }];
  if (role !== 'tool') return [{ from: role, text }];
  return content.flatMap((part) =>
    part.type === 'tool-result'
      ? [{ from: 'tool', call: part.id, tool: part.name, text: resultText(part) } as const]
      : [],
  );
}

function resultText({ result, error }: Extract<Part, { type: 'tool-result' }>): string {
  return error ?? (typeof result === 'string' ? result : (JSON.stringify(result) ?? ''));
}

function toolFromContract(spec: ToolSpec, { tools }: ToyRequest): readonly ToyTool[] {
  const untouched = toolOrigins.of(spec);
  if (untouched !== undefined) return [untouched];
  const { name, description: about, inputSchema: inputs } = spec;
  const known = tools.find((tool) => tool.name === name);
  return known === undefined ? [] : [cloneWith(known, { about, inputs })];
}
