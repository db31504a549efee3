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
        changed('results', results, redactor.hide(session, results, mapResults)),
    },
    onMemoryRetrieved: {
      onError: 'deny',
      run: ({ session, memory }) =>
        changed('memory', memory, redactor.hide(session, memory, mapMemory)),
    },
    preMemoryStore: {
      onError: 'deny',
      // Stored text has no tokens, because in another session they stand for other values.
      run: ({ session, memory }) =>
        changed('memory', memory, redactor.forget(session, memory, mapMemory)),
    },
  };
}

function mapResults(
  results: readonly KnowledgeResult[],
  change: Change,
): readonly KnowledgeResult[] {
  const mapped = results.map((result) => {
    const content = String(mapScalars(result.content, change));
    const metadata = mapScalars(result.metadata, change) as typeof result.metadata;
    if (content === result.content && metadata === result.metadata) return result;
    return { ...result, content, ...(metadata !== undefined && { metadata }) };
  });
  return mapped.every((result, index) => result === results[index]) ? results : mapped;
}

function mapMemory(memory: readonly MemoryItem[], change: Change): readonly MemoryItem[] {
  const mapped = memory.map((item) => {
    const content = String(mapScalars(item.content, change));
    return content === item.content ? item : { ...item, content };
  });
  return mapped.every((item, index) => item === memory[index]) ? memory : mapped;
}
