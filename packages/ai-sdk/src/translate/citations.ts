import { isDict } from '@interpose/adapter-kit';
import type { Source } from '@interpose/core';

/** Where an answer says it has its statements from, by its sources; nothing where it says nothing. */
export function citationsOf(parts: readonly object[]): { readonly citations?: readonly Source[] } {
  const citations = parts.flatMap((part) => sourceOf(part) ?? []);
  return citations.length === 0 ? {} : { citations };
}

/** A site has an address; the id of a document is what the provider knows it by. */
function sourceOf(part: unknown): Source | undefined {
  if (!isDict(part) || part['type'] !== 'source') return undefined;
  const { url, title: named, id, filename } = part;
  const title = named ?? filename;
  const told = typeof title === 'string' ? { title } : {};
  if (typeof url === 'string') return { url, ...told };
  return typeof id === 'string' ? { id, ...told } : undefined;
}
