import type { Dict } from '@interpose/core';
import type { ToolFixture } from '@interpose/testing/conformance';

import type { Sdk } from '../sdk-versions.ts';

interface ToolConfig {
  readonly toolCall?: { readonly id?: string };
  readonly signal?: AbortSignal;
}

/** A tool of a scenario as LangChain takes it. */
export function lcTool({ tools }: Sdk, fixture: ToolFixture): ReturnType<typeof tools.tool> {
  const { name, description = '', annotations, final = false } = fixture;
  const schema = fixture.schema ?? { type: 'object', properties: {}, additionalProperties: true };
  return tools.tool(
    async (args: unknown, { toolCall, signal }: ToolConfig) => {
      const run = { callId: toolCall?.id ?? '', ...(signal === undefined ? {} : { signal }) };
      const result = await fixture.run(args as Dict, run);
      return annotations === undefined ? result : [result, undefined];
    },
    {
      name,
      description,
      schema,
      returnDirect: final,
      ...(annotations === undefined
        ? {}
        : { metadata: { annotations }, responseFormat: 'content_and_artifact' }),
    } as never,
  );
}
