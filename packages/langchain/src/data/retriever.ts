import type { Document } from '@langchain/core/documents';
import type { ComponentSeam } from './component-step.ts';
import { retrieve } from './knowledge.ts';
import { derive } from '../targets/derive.ts';
import type { NativeRetriever } from '../targets/shapes.ts';
import type { RunManager } from '../translate/native.ts';

/** The same retriever; tracers see the documents that the hooks left. */
export function hookRetriever<R extends NativeRetriever>(retriever: R, seam: ComponentSeam): R {
  return derive(retriever, seam.hooks, {
    _getRelevantDocuments: (query: string, runManager?: RunManager) =>
      retrieve(seam, query, (text) => retriever['_getRelevantDocuments'](text, runManager)),
  });
}
