import type { Dict, Message, ModelRequest, ModelResponse, ToolSpec, Usage } from '@interpose/core';
import { citationsOf } from './citations.ts';
import { isDict, type Copy } from './json-arguments.ts';
import { hostedName, isHosted } from '../tools/hosted-name.ts';
import { isMessage, partsOf } from './content-to-contract.ts';
import type { NativeItem, NativeRequest, NativeResponse, OfferedTool } from './native.ts';
import { messageOrigins, toolOrigins } from './origins.ts';

/** How one request is read. */
export interface ReadingRequest {
  readonly model: string | undefined;
  readonly copy: Copy;
  readonly factsOf: (tool: string) => Pick<ToolSpec, 'origin' | 'annotations'> | undefined;
}

/**
 * What the model is about to be asked, one message for every item;
 * every message, part and tool remembers its native object.
 */
export function requestToContract(request: NativeRequest, reading: ReadingRequest): ModelRequest {
  const { systemInstructions: instructions } = request;
  return {
    ...(reading.model === undefined ? undefined : { model: reading.model }),
    ...(instructions === undefined ? undefined : { instructions }),
    messages: messagesOf(request.input, reading.copy),
    tools: [
      ...request.tools.map((tool) => toolOrigins.remember(toolToContract(tool, reading), tool)),
    ],
    settings: reading.copy<Dict>({ ...request.modelSettings }),
  };
}

/** The messages of an input; a text is what the user says. */
export function messagesOf(input: string | readonly NativeItem[], copy: Copy): Message[] {
  if (typeof input === 'string')
    return [{ role: 'user', content: [{ type: 'text', text: input }] }];
  return input.map((item) => itemToContract(item, copy));
}

/** One item of a history as a message. */
export function itemToContract(item: NativeItem, copy: Copy): Message {
  const content = partsOf(item, copy);
  return messageOrigins.remember<Message>({ role: roleOf(item), content }, item);
}

function roleOf(item: NativeItem): Message['role'] {
  if (isMessage(item)) return item.role;
  const { type } = item;
  return type.endsWith('_result') || type.endsWith('_output') ? 'tool' : 'assistant';
}

function toolToContract(tool: OfferedTool, { copy, factsOf }: ReadingRequest): ToolSpec {
  const name = hostedName(tool);
  const facts = factsOf(name);
  const origin = facts?.origin ?? (isHosted(tool) ? 'provider' : 'local');
  return {
    name,
    origin,
    ...(facts?.annotations === undefined ? undefined : { annotations: facts.annotations }),
    ...(tool.type === 'function'
      ? { description: tool.description, inputSchema: copy<unknown>(tool.parameters) }
      : undefined),
  };
}

/** What the model answered; every part remembers its native item. */
export function responseToContract(response: NativeResponse, copy: Copy): ModelResponse {
  const usage = usageToContract(response.usage);
  const content = response.output.flatMap((item) => partsOf(item, copy));
  const calls = content.some(({ type }) => type === 'tool-call');
  return {
    content,
    ...citationsOf(response.output.flatMap(annotationsIn)),
    finishReason: calls ? 'tool-calls' : 'stop',
    ...(usage === undefined ? undefined : { usage }),
  };
}

/** What the SDK has no field for it keeps beside the text. */
function annotationsIn(item: NativeResponse['output'][number]): readonly unknown[] {
  if (!('content' in item) || !Array.isArray(item.content)) return [];
  return (item.content as readonly unknown[]).flatMap((part) => {
    const beside = isDict(part) ? part['providerData'] : undefined;
    const annotations = isDict(beside) ? beside['annotations'] : undefined;
    return Array.isArray(annotations) ? (annotations as readonly unknown[]) : [];
  });
}

function usageToContract({
  inputTokens,
  outputTokens,
}: NativeResponse['usage']): Usage | undefined {
  return inputTokens === 0 && outputTokens === 0 ? undefined : { inputTokens, outputTokens };
}
