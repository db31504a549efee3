import { changedSettings } from '@interpose/adapter-kit';
import type { Dict, Message, ModelRequest, ToolSpec } from '@interpose/core';
import { messageFromContract } from './message-from-contract.ts';
import { renewItem } from './message-to-contract.ts';
import type { NativeRequest, OfferedTool } from './native.ts';
import { messageOrigins, toolOrigins } from './origins.ts';
import { settingsOf } from './request-to-contract.ts';
import { inOneNamespace, likeOf, redefined } from './tool-definition.ts';

/** Returns the native request for a request that hooks changed. Parts that hooks left alone stay the native objects. */
export function requestFromContract(
  changed: ModelRequest,
  original: ModelRequest,
  request: NativeRequest,
): NativeRequest {
  const { instructions, messages, tools, settings } = changed;
  return {
    ...request,
    ...(instructions !== original.instructions && { systemInstructions: instructions }),
    ...(messages !== original.messages && { input: inputOf(messages, original.messages, request) }),
    ...(tools !== original.tools && { tools: toolsOf(tools, request) }),
    ...(settings !== original.settings &&
      withSettings(changedSettings(changed, original, settingsOf(request)))),
  };
}

function withSettings({ outputType = 'text', handoffs = [], ...modelSettings }: Dict): object {
  return { modelSettings, outputType, handoffs };
}

function inputOf(
  messages: readonly Message[],
  before: readonly Message[],
  { input }: NativeRequest,
): NativeRequest['input'] {
  // The SDK copies its items for each turn: link the messages, which were read from older copies, to those of now.
  if (typeof input !== 'string')
    for (const [index, message] of before.entries()) renewItem(message, input[index]!);
  return messages.flatMap((message, index) => {
    const native = messageOrigins.of(message);
    return native === undefined
      ? messageFromContract(message, typeof input === 'string' ? undefined : input[index])
      : [native];
  });
}

function toolsOf(specs: readonly ToolSpec[] = [], { tools }: NativeRequest): OfferedTool[] {
  const written = specs.map((spec): OfferedTool => {
    const native = toolOrigins.of(spec);
    if (native !== undefined) return native;
    const like = likeOf(spec, tools);
    if (like !== undefined && like.type !== 'function') return redefined(like, spec.definition);
    const parameters = spec.inputSchema ?? like?.parameters ?? OPEN;
    return {
      type: 'function',
      strict: false,
      ...(like === undefined ? spec.definition : redefined(like, spec.definition)),
      name: spec.name,
      description: spec.description ?? '',
      // Both sides use a JSON schema here; the SDK's type only names more of its fields.
      parameters: parameters as Extract<OfferedTool, { readonly type: 'function' }>['parameters'],
    };
  });
  return inOneNamespace(written, tools);
}

const OPEN = { type: 'object', properties: {}, required: [], additionalProperties: true };
