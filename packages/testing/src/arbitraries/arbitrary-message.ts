import type { Message } from '@interpose/core';
import { array, constantFrom, record, uuid, type Arbitrary } from 'fast-check';

import { arbitraryContent } from './arbitrary-part.ts';

/** Any message of any role. */
export function arbitraryMessage(): Arbitrary<Message> {
  return record(
    {
      id: uuid(),
      role: constantFrom('system', 'user', 'assistant', 'tool'),
      content: arbitraryContent(),
    },
    { requiredKeys: ['role', 'content'] },
  );
}

/** A conversation of any shape; hosts hold stranger ones than the textbooks. */
export function arbitraryMessages(): Arbitrary<readonly Message[]> {
  return array(arbitraryMessage(), { maxLength: 6 });
}
