import type { ModelRequest, ToolSpec } from '@interpose/core';
import { writeMessages } from '../content-from-contract.ts';
import { messagesIn, type Body } from '../native.ts';
import { offering, redeclared } from '../offered-tools.ts';
import { writers } from './message-from-contract.ts';
import { nameOfTool } from './request-to-contract.ts';

/** Returns the fields of the body for changed instructions and messages. */
export function changedMessages(changed: ModelRequest, original: ModelRequest, body: Body): Body {
  const items = messagesIn(body['input']);
  const { instructions, messages } = changed;
  return {
    ...(instructions === original.instructions
      ? undefined
      : { instructions: instructions ?? null }),
    ...(messages === original.messages
      ? undefined
      : {
          input: messages.flatMap((message, at) => writeMessages(message, items[at], writers)),
        }),
  };
}

/** Returns the request with only these tools on offer. */
export function offeringTools(body: Body, tools: readonly Body[]): Body {
  return offering(body, tools, (choice, tool) => {
    const named = nameOfTool(choice);
    return named === 'allowed_tools' || nameOfTool(tool) === named;
  });
}

/** Returns the native tool for a spec that hooks made or changed; a function needs a schema, unless it had none. */
export function writeTool(spec: ToolSpec, like: Body | undefined): Body {
  const { name, inputSchema = { type: 'object' } } = spec;
  const own = like ?? { type: 'function', name, strict: false, parameters: {} };
  const takes = own['type'] === 'function' && own['parameters'] !== undefined;
  return redeclared(takes ? { ...spec, inputSchema } : spec, own);
}
