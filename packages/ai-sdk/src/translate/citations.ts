import { citationsOf as citations, isDict } from '@interpose/adapter-kit';
import type { Source } from '@interpose/core';

const NONE = Object.freeze({});

/** Returns the citations of an answer, by its sources; an empty object if it has none. */
export function citationsOf(parts: readonly object[]): { readonly citations?: readonly Source[] } {
  if (!parts.some((part) => isDict(part) && part['type'] === 'source')) return NONE;
  return citations(
    parts.filter(isDict).flatMap(({ type, url, title: named, id: file_id, filename }) => {
      if (type !== 'source') return [];
      // A document may have both, and a source has one title.
      const titles = new Set([named ?? filename, filename ?? named]);
      return [...titles].map((title) => ({ url, title, file_id, filename: title }));
    }),
  );
}
