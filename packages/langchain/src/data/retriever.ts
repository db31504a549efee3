import type { Document } from '@langchain/core/documents';
import type { ComponentSeam } from './component-step.ts';
import { retrieve } from './knowledge.ts';
import { isDict, type RunManager } from '../translate/native.ts';
import { derive } from '../targets/derive.ts';

type Search = (query: string, runManager?: RunManager) => Promise<readonly Document[]>;

/** A retriever below its callbacks: every way to ask it ends in this method. */
export interface NativeRetriever {
  _getRelevantDocuments: Search;
  readonly [property: PropertyKey]: unknown;
}

/** True for a retriever of LangChain. */
export function isRetriever(value: unknown): value is NativeRetriever {
  return isDict(value) && typeof value['_getRelevantDocuments'] === 'function';
}

/** The same retriever; tracers see the documents that the hooks left. */
export function hookRetriever<R extends NativeRetriever>(retriever: R, seam: ComponentSeam): R {
  return derive(retriever, seam.hooks, {
    _getRelevantDocuments: (query: string, runManager?: RunManager) =>
      retrieve(seam, query, (text) => retriever['_getRelevantDocuments'](text, runManager)),
  });
}
