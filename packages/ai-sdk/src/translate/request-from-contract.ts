import type { ModelRequest, ToolSpec } from '@interpose/core';
import { changedSettings } from '@interpose/adapter-kit';
import type { NativeMessage, NativeParams, NativeTool, SpecificationVersion } from './native.ts';
import { toolOrigins } from './origins.ts';
import { messageFromContract } from './message-from-contract.ts';
import { renewMessage } from './message-to-contract.ts';
import { leadingSystemMessages } from './request-to-contract.ts';

/** Returns the parameters for a request that hooks changed. Parts that hooks left alone stay the native objects. */
export function requestFromContract(
  changed: ModelRequest,
  original: ModelRequest,
  params: NativeParams,
  version: SpecificationVersion,
): NativeParams {
  const prompt: readonly NativeMessage[] = params.prompt;
  const system = leadingSystemMessages(prompt);
  const head =
    changed.instructions === original.instructions
      ? prompt.slice(0, system)
      : instructionMessages(changed.instructions, prompt[0]);
  const isSame = changed.messages === original.messages;
  // The SDK makes new messages for each step: link the messages, which were read from older ones, to those of now.
  for (const [index, message] of isSame ? [] : original.messages.entries())
    renewMessage(message, prompt[system + index]!);
  const body = isSame
    ? prompt.slice(system)
    : changed.messages.map((message, index) =>
        messageFromContract(message, prompt[system + index], version),
      );
  const next = {
    ...params,
    ...changedSettings(changed, original, params),
    prompt: [...head, ...body],
    ...(changed.tools === original.tools ? undefined : { tools: toolsOf(changed.tools, params) }),
  };
  // The three generations have the same parameters; they differ only in the parts of messages.
  return next as unknown as NativeParams;
}

function instructionMessages(
  instructions: string | undefined,
  replaced: NativeMessage | undefined,
): readonly NativeMessage[] {
  if (!instructions) return [];
  const options =
    replaced?.role === 'system' && replaced.providerOptions !== undefined
      ? { providerOptions: replaced.providerOptions }
      : undefined;
  return [{ role: 'system', content: instructions, ...options }];
}

function toolsOf(specs: readonly ToolSpec[] | undefined, params: NativeParams): unknown {
  const tools: readonly NativeTool[] = params.tools ?? [];
  return specs?.map((spec) => {
    const native = toolOrigins.of(spec);
    if (native !== undefined) return native;
    return toolFromContract(
      spec,
      tools.find((tool) => tool.name === spec.name),
    );
  });
}

function toolFromContract(
  { name, description, inputSchema, definition }: ToolSpec,
  like: NativeTool | undefined,
): object {
  if (like !== undefined && like.type !== 'function') {
    const { type, id } = like;
    return definition === undefined ? like : { ...definition, type, id, name };
  }
  return {
    ...definition,
    ...(like !== undefined && 'strict' in like ? { strict: like.strict } : undefined),
    type: 'function',
    name,
    ...(description === undefined ? undefined : { description }),
    inputSchema: inputSchema ?? like?.inputSchema ?? { type: 'object' },
  };
}
