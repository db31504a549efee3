import type { ModelResponse } from '../contract/values/index.ts';

/** The reasoning text of a response; undefined where the model gave none. */
export function reasoningOf({ content }: ModelResponse): string | undefined {
  const texts = content.flatMap((part) => (part.type === 'reasoning' ? [part.text] : []));
  return texts.length === 0 ? undefined : texts.join('\n');
}
