import type { ModelRequest, ToolSpec } from '@interpose/core';
import { changedSettings, omitUndefined } from '@interpose/adapter-kit';
import { messageFromContract, systemMessage } from './message-from-contract.ts';
import { toolOrigins } from './origins.ts';
import { leadingSystemMessages, type NativeRequest } from './request-to-contract.ts';
import { isData, readOffer, redeclared, writeOffer } from './tool-offer.ts';

/** Returns the request that hooks changed. Everything that they left alone is the native object itself. */
export function requestFromContract(
  changed: ModelRequest,
  original: ModelRequest,
  native: NativeRequest,
): NativeRequest {
  const { messages, options } = native;
  const leading = leadingSystemMessages(messages);
  const { instructions = '' } = changed;
  const head =
    changed.instructions === original.instructions
      ? messages.slice(0, leading)
      : instructions === ''
        ? []
        : [systemMessage(instructions, messages[0])];
  const body =
    changed.messages === original.messages
      ? messages.slice(leading)
      : changed.messages.map((message, index) =>
          messageFromContract(message, messages[leading + index]),
        );
  return {
    messages: [...head, ...body],
    options: {
      ...options,
      ...changedSettings(changed, original, options),
      ...(changed.tools !== original.tools && {
        tools: changed.tools?.map((spec) => offerOf(spec, options.tools ?? [])),
      }),
    },
  };
}

function offerOf(spec: ToolSpec, offered: readonly unknown[]): unknown {
  const native = toolOrigins.of(spec);
  if (native !== undefined) return native;
  const like = offered.find((tool) => readOffer(tool).name === spec.name);
  if (isData(like)) return redeclared(spec, like);
  if (like !== undefined && readOffer(like).origin === 'provider') return like;
  const { name, description, inputSchema } = spec;
  const schema = inputSchema ?? (like === undefined ? undefined : readOffer(like).schema);
  return writeOffer({ name, schema, ...omitUndefined({ description }) }, like ?? offered[0]);
}
