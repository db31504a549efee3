import type { KnowledgeResult, MemoryItem, PolicyHooks } from '@interpose/core';

import { changed } from './changed.ts';
import { mapScalars } from '../values/map-scalars.ts';
import type { Redactor } from '../redactor/redactor.ts';
import type { Change } from '../values/scalar.ts';

/**
 * Makes the hooks on knowledge and memory that a model gets, and on memory that is stored.
 *
 * @example
 * definePolicy({ name: 'redact', hooks: retrievalHooks(redactor) });
 */
export function retrievalHooks(redactor: Redactor): PolicyHooks {
  return {
    onKnowledgeRetrieved: {
      onError: 'deny',
      run: ({ session, results }) =>
        changed('results', results, redactor.hide(session, results, mapItems)),
    },
    onMemoryRetrieved: {
      onError: 'deny',
      run: ({ session, memory }) =>
        changed('memory', memory, redactor.hide(session, memory, mapItems)),
    },
    preMemoryStore: {
      onError: 'deny',
      // Stored text has no tokens, because in another session they stand for other values.
      run: ({ session, memory }) =>
        changed('memory', memory, redactor.forget(session, memory, mapItems)),
    },
  };
}

function mapItems<Item extends KnowledgeResult | MemoryItem>(
  items: readonly Item[],
  change: Change,
): readonly Item[] {
  const mapped = items.map((item) => {
    const content = String(mapScalars(item.content, change));
    const metadata = mapScalars(item.metadata, change) as Item['metadata'];
    if (content === item.content && metadata === item.metadata) return item;
    return { ...item, content, ...(metadata !== undefined && { metadata }) };
  });
  return mapped.every((item, index) => item === items[index]) ? items : mapped;
}
