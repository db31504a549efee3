import type { Source } from '@interpose/core';
import { isDict } from './json-arguments.ts';

/**
 * Returns the sources that an answer cites, from the annotations of OpenAI's interfaces on its texts; an empty object
 * if it cites none. The sources are frozen.
 *
 * @example
 * citationsOf([{ url: 'https://example.com', title: 'Example' }]); // => { citations: [{ url: 'https://example.com', title: 'Example' }] }
 */
export function citationsOf(annotations: readonly unknown[]): {
  readonly citations?: readonly Source[];
} {
  const citations = annotations.flatMap((annotation) => sourceOf(annotation) ?? []);
  return citations.length === 0 ? {} : { citations: Object.freeze(citations) };
}

/** Returns the source: a site by its URL, a file by the provider's id. Chat completions nest what responses do not. */
function sourceOf(annotation: unknown): Source | undefined {
  if (!isDict(annotation)) return undefined;
  const { url_citation: nested } = annotation;
  const { url, title, file_id: id, filename } = isDict(nested) ? nested : annotation;
  if (typeof url === 'string')
    return Object.freeze({ url, ...(typeof title === 'string' ? { title } : {}) });
  if (typeof id !== 'string') return undefined;
  return Object.freeze({ id, ...(typeof filename === 'string' ? { title: filename } : {}) });
}
