import type { Document } from '@langchain/core/documents';
import type { Dict } from '@interpose/core';
import { isCopy, omitUndefined } from '@interpose/adapter-kit';
import type { ComponentSeam } from './component-step.ts';
import { retrieve } from './knowledge.ts';
import { gateMemory } from './memory.ts';
import { hookObject } from '../targets/hook-object.ts';
import type { NativeVectorStore, Scored } from '../targets/shapes.ts';

/** Returns the vector store with hooks: searches are knowledge, added documents are memory. */
export function hookVectorStore<S extends NativeVectorStore>(target: S, seam: ComponentSeam): S {
  return hookObject(target, seam.hooks, {
    similaritySearch: (query: string, ...rest: readonly unknown[]) =>
      retrieve(seam, query, (text) => target.similaritySearch(text, ...rest)),
    maxMarginalRelevanceSearch: (query: string, ...rest: readonly unknown[]) =>
      retrieve(
        seam,
        query,
        async (text) => (await target.maxMarginalRelevanceSearch?.(text, ...rest)) ?? [],
      ),
    similaritySearchWithScore: (query: string, ...rest: readonly unknown[]) =>
      scored(seam, query, (text) => target.similaritySearchWithScore(text, ...rest)),
    // A vector has no text. If hooks give one, the store searches for that text instead.
    similaritySearchVectorWithScore: (vector: readonly number[], ...rest: readonly unknown[]) =>
      scored(seam, '', (text) =>
        text === ''
          ? target.similaritySearchVectorWithScore(vector, ...rest)
          : target.similaritySearchWithScore(text, ...rest),
      ),
    addDocuments: (added: readonly Document[], ...rest: readonly unknown[]) =>
      addThrough(seam, added, (kept) => target.addDocuments(kept, ...rest)),
    addVectors: (
      vectors: readonly unknown[],
      added: readonly Document[],
      ...rest: readonly unknown[]
    ) =>
      addThrough(seam, added, (kept) =>
        // A vector belongs to its text. If hooks changed a text, the store makes new vectors.
        kept === added ? target.addVectors(vectors, added, ...rest) : target.addDocuments(kept),
      ),
  });
}

async function scored(
  seam: ComponentSeam,
  query: string,
  search: (text: string) => Promise<Scored>,
): Promise<Scored> {
  const scores = new Map<Document, number>();
  const found = await retrieve(seam, query, async (text) => {
    const pairs = await search(text);
    for (const [document, score] of pairs) scores.set(document, score);
    return pairs.map(([document]) => document);
  });
  return found.map((document) => [document, scores.get(document) ?? 0]);
}

async function addThrough(
  seam: ComponentSeam,
  added: readonly Document[],
  add: (kept: readonly Document[]) => Promise<unknown>,
): Promise<unknown> {
  const kept = await gateMemory(seam, 'preMemoryStore', added, {
    read: ({ id, pageContent: content, metadata }) => ({
      ...omitUndefined({ key: id }),
      content,
      // Apps without types leave it out.
      ...(Object.keys(metadata ?? {}).length > 0 && { metadata: metadata as Dict }),
    }),
    write({ key, content, metadata = {} }, like) {
      const Class = added[0]!.constructor as new (fields: object) => Document;
      const id = like === undefined ? key : like.id;
      const isKept = like !== undefined && isCopy(like.metadata, metadata);
      const beside: unknown = isKept ? like.metadata : { ...metadata };
      return new Class({ id, metadata: beside, pageContent: content });
    },
  });
  return kept.length === 0 && added.length > 0 ? [] : add(kept);
}
