import type { Dict, Message, ModelRequest, ModelResponse, ToolSpec } from '@interpose/core';
import { itemsFromContent } from './content-from-contract.ts';
import { hostedName } from '../tools/hosted-name.ts';
import { messageFromContract } from './message-from-contract.ts';
import type { NativeRequest, NativeResponse, OfferedTool } from './native.ts';
import { messageOrigins, toolOrigins } from './origins.ts';
import type { Sdk } from '../targets/sdk-copies.ts';

/** The request for what hooks changed; whatever they left alone is the native object itself. */
export function requestFromContract(
  changed: ModelRequest,
  original: ModelRequest,
  request: NativeRequest,
): NativeRequest {
  return {
    ...request,
    ...(changed.instructions === original.instructions
      ? undefined
      : { systemInstructions: changed.instructions }),
    ...(changed.messages === original.messages
      ? undefined
      : { input: inputOf(changed.messages, request) }),
    ...(changed.tools === original.tools ? undefined : { tools: toolsOf(changed.tools, request) }),
    ...(changed.settings === original.settings
      ? undefined
      : { modelSettings: settingsOf(changed, original, request) }),
  };
}

function inputOf(messages: readonly Message[], { input }: NativeRequest): NativeRequest['input'] {
  return messages.flatMap((message, index) => {
    const native = messageOrigins.of(message);
    return native === undefined
      ? messageFromContract(message, typeof input === 'string' ? undefined : input[index])
      : [native];
  });
}

function toolsOf(specs: readonly ToolSpec[] = [], { tools }: NativeRequest): OfferedTool[] {
  return specs.map((spec) => {
    const native = toolOrigins.of(spec);
    if (native !== undefined) return native;
    const like = tools.find((tool) => hostedName(tool) === spec.name);
    if (like !== undefined && like.type !== 'function') return like;
    const parameters = spec.inputSchema ?? like?.parameters ?? OPEN;
    return {
      type: 'function',
      strict: false,
      ...like,
      name: spec.name,
      description: spec.description ?? like?.description ?? '',
      // A schema is a record of JSON to both sides; the SDK only names more of its fields.
      parameters: parameters as Extract<OfferedTool, { readonly type: 'function' }>['parameters'],
    };
  });
}

const OPEN = { type: 'object', properties: {}, required: [], additionalProperties: true };

function settingsOf(
  { settings: after = {} }: ModelRequest,
  { settings: before = {} }: ModelRequest,
  { modelSettings }: NativeRequest,
): NativeRequest['modelSettings'] {
  const kept = modelSettings as Dict;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(
    names.map((name) => [name, after[name] === before[name] ? kept[name] : after[name]]),
  );
}

/** The answer for a response that hooks changed or supplied; `native` is what it replaces. */
export function responseFromContract(
  changed: ModelResponse,
  native: NativeResponse | undefined,
  sdk: Sdk,
): NativeResponse {
  // The provider's own text stays behind: it holds what was changed.
  const { providerData: _providerData, ...kept } = native ?? {};
  return {
    ...kept,
    usage: usageOf(changed, native, sdk),
    output: itemsFromContent(changed.content, native?.output),
  };
}

/** Tokens spent, as the SDK counts them. */
export function usageOf(
  { usage }: ModelResponse,
  native: Pick<NativeResponse, 'usage'> | undefined,
  { Usage }: Pick<Sdk, 'Usage'>,
): NativeResponse['usage'] {
  const { inputTokens = 0, outputTokens = 0 } = usage ?? {};
  const before = native?.usage;
  if (before?.inputTokens === inputTokens && before.outputTokens === outputTokens) return before;
  return new Usage({ inputTokens, outputTokens, totalTokens: inputTokens + outputTokens });
}
