import type { Message, ModelResponse } from '../../contract/values/index.ts';
import { isSame } from '../../context/same-data.ts';

const REASON =
  'A policy changed the citations of an answer. They can only be read: change the parts that cite, or deny.';

/**
 * Returns why the changed citations of an answer cannot be carried out, if so: an SDK has them inside of its parts, so a
 * part that a policy keeps would still cite them. New parts cite nothing.
 */
export function whyCited(
  changed: ModelResponse | Message,
  original: ModelResponse | Message,
): string | undefined {
  const { citations: had = NONE } = original;
  const { citations: wanted = NONE } = changed;
  if (had === wanted || isSame(had, wanted)) return undefined;
  if (wanted.length > 0) return REASON;
  const isSaid = 'citations' in changed || changed.content === original.content;
  const isKept = changed.content.some((part) => original.content.includes(part));
  return isSaid && isKept ? REASON : undefined;
}

const NONE: readonly never[] = [];
