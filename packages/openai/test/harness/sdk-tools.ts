import { z } from 'zod';

import type { Dict } from '@interpose/core';
import type { ToolFixture } from '@interpose/testing/conformance';

interface Runner {
  readonly controller: AbortController;
}

/** The tools of a scenario as `runTools` takes them. */
export function sdkTools(fixtures: readonly ToolFixture[]): object[] {
  return fixtures.map((fixture) => {
    const { name, description = '', schema } = fixture;
    const parameters = schema ?? { type: 'object', additionalProperties: true };
    const shape = z.fromJSONSchema(parameters);
    const parse = (text: string): unknown => shape.parse(JSON.parse(text));
    const execute = (args: Dict, { controller }: Runner): unknown =>
      fixture.run(args, { callId: '', signal: controller.signal });
    return {
      type: 'function',
      function: { name, description, parameters, parse, function: execute },
    };
  });
}
