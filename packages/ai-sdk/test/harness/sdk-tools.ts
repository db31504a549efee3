import type { ToolSet } from 'ai';
import { z } from 'zod';

import type { Dict } from '@interpose/core';
import type { ToolFixture } from '@interpose/testing/conformance';

import type { Sdk } from '../sdk-versions.ts';

/** The tools of a scenario as the SDK takes them. */
export function sdkTools(sdk: Sdk, fixtures: readonly ToolFixture[] = []): ToolSet {
  const tools = fixtures.map((fixture) => [fixture.name, sdkTool(sdk, fixture)]);
  return Object.fromEntries(tools) as ToolSet;
}

function sdkTool(sdk: Sdk, fixture: ToolFixture): unknown {
  const { name, description = '', schema, annotations } = fixture;
  const shape = schema ?? { type: 'object', additionalProperties: true };
  const tool = sdk.tool({
    description,
    inputSchema: sdk.jsonSchema<Dict>(shape, { validate: validator(shape) }),
    execute: async (input, { toolCallId, abortSignal }) =>
      fixture.run(input, {
        callId: toolCallId,
        ...(abortSignal === undefined ? undefined : { signal: abortSignal }),
      }),
  });
  if (annotations === undefined) return tool;
  return { ...tool, metadata: { clientName: 'mcp', toolName: name, annotations } };
}

type Validator = (
  value: unknown,
) => { success: true; value: Dict } | { success: false; error: Error };

/** The SDK checks no arguments by a plain JSON Schema unless it is told how. */
function validator(schema: Dict): Validator {
  const shape = z.fromJSONSchema(schema);
  return (value) => {
    const parsed = shape.safeParse(value);
    return parsed.success
      ? { success: true, value: value as Dict }
      : { success: false, error: parsed.error };
  };
}
