import type { ModelRequest, ToolSpec } from '@interpose/core';
import { writeMessages } from '../content-from-contract.ts';
import type { Body } from '../native.ts';
import { offering } from '../offered-tools.ts';
import { toolOrigins } from '../origins.ts';
import { changedModelAndSettings } from '../settings.ts';
import { writers } from './message-from-contract.ts';
import { inputItems, nameOfTool, offeredTools } from './request-to-contract.ts';

/** The body for a request that hooks changed; whatever they left alone is the native object itself. */
export function requestFromContract(
  changed: ModelRequest,
  original: ModelRequest,
  body: Body,
): Body {
  const items = inputItems(body['input']);
  const { instructions, messages } = changed;
  const next: Body = {
    ...body,
    ...changedModelAndSettings(changed, original, body),
    ...(instructions === original.instructions
      ? undefined
      : { instructions: instructions ?? null }),
    ...(messages === original.messages
      ? undefined
      : {
          input: messages.flatMap((message, at) => writeMessages(message, items[at], writers)),
        }),
  };
  if (changed.tools === original.tools) return next;
  const tools = changed.tools?.map((spec) => writeTool(spec, body));
  return offeringTools(next, tools ?? []);
}

/** The same request with these tools on offer. */
export function offeringTools(body: Body, tools: readonly Body[]): Body {
  return offering(body, tools, {
    nameOf: nameOfTool,
    names(choice, tool) {
      const named = nameOfTool(choice);
      return named === 'allowed_tools' || nameOfTool(tool) === named;
    },
  });
}

function writeTool(spec: ToolSpec, body: Body): Body {
  const native = toolOrigins.of(spec);
  if (native !== undefined) return native;
  const like = offeredTools(body).find(({ name }) => name === spec.name)?.native;
  if (like !== undefined && like['type'] !== 'function') return like;
  const { name, description, inputSchema } = spec;
  return {
    strict: false,
    ...like,
    type: 'function',
    name,
    ...(description === undefined ? undefined : { description }),
    parameters: inputSchema ?? like?.['parameters'] ?? { type: 'object' },
  };
}
