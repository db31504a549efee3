import type { ModelRequest, ToolSpec } from '@interpose/core';
import {
  array,
  constantFrom,
  dictionary,
  jsonValue,
  record,
  string,
  type Arbitrary,
} from 'fast-check';

import { arbitraryMessages } from './arbitrary-message.ts';
import { arbitraryName } from './arbitrary-tool-call.ts';

/** Generates any model request. */
export function arbitraryModelRequest(): Arbitrary<ModelRequest> {
  return record(
    {
      model: arbitraryName(),
      instructions: string(),
      messages: arbitraryMessages(),
      tools: array(toolSpec(), { maxLength: 4 }),
      settings: dictionary(arbitraryName(), jsonValue(), { maxKeys: 3, noNullPrototype: true }),
    },
    { requiredKeys: ['messages'] },
  );
}

function toolSpec(): Arbitrary<ToolSpec> {
  return record(
    {
      name: arbitraryName(),
      description: string(),
      inputSchema: jsonValue(),
      origin: constantFrom('local', 'mcp', 'provider', 'agent'),
    },
    { requiredKeys: ['name', 'origin'] },
  );
}
