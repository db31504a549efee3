import type { ModelResponse } from '@interpose/core';
import { constantFrom, nat, record, type Arbitrary } from 'fast-check';

import { arbitraryContent } from './arbitrary-part.ts';

/** Generates any model response, including empty ones. */
export function arbitraryModelResponse(): Arbitrary<ModelResponse> {
  return record(
    {
      content: arbitraryContent(),
      finishReason: constantFrom(
        'stop',
        'length',
        'tool-calls',
        'content-filter',
        'error',
        'strange',
      ),
      usage: record({ inputTokens: nat(), outputTokens: nat() }, { requiredKeys: [] }),
    },
    { requiredKeys: ['content'] },
  );
}
