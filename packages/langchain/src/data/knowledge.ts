import { Document } from '@langchain/core/documents';
import type { Dict, KnowledgeQuery, KnowledgeResult } from '@interpose/core';
import { isCopy, makeOrigins, type Copy } from '@interpose/adapter-kit';
import { around } from '@interpose/core/adapter';
import { inStep, outputOf, type ComponentSeam } from './component-step.ts';
import type { ChatRun } from '../run/host-run.ts';
import { adopting, hookObject, type Adopt } from '../targets/hook-object.ts';
import { isModel, type NativeRetriever, type NativeVectorStore } from '../targets/shapes.ts';
import type { RunManager } from '../translate/native.ts';

const documents = makeOrigins<Document>();

/** Asks a search index through the hooks. A denied query or denied results give no documents. */
export async function retrieve(
  seam: ComponentSeam,
  text: string,
  search: (text: string) => Promise<readonly Document[]>,
): Promise<readonly Document[]> {
  const { source } = seam;
  const step = async ({ chat, copy }: ChatRun): Promise<readonly Document[]> => {
    if (!chat.listens('preKnowledgeQuery', 'onKnowledgeRetrieved')) return search(text);
    const query: KnowledgeQuery = { text };
    const outcome = await around(chat, 'preKnowledgeQuery', { query, source }, async (asked) => {
      // An index of LangChain takes one text, so keywords are added to it.
      const { text: question, keywords = [] } = asked;
      const found = await search(asked === query ? text : [question, ...keywords].join(' '));
      return found.map((document, index) => toResult(document, index, copy));
    });
    return (outputOf(outcome) ?? []).map(toDocument);
  };
  return inStep(seam, step, () => search(text));
}

function toResult(document: Document, index: number, copy: Copy): KnowledgeResult {
  const { pageContent: content, metadata } = document;
  const named: unknown = document.id ?? (metadata as Dict)['id'];
  const id = typeof named === 'string' ? named : `${index}`;
  return documents.remember({ id, content, metadata: copy(metadata as Dict) }, document);
}

/** Returns the document itself, unless a hook made or changed the result, or the app changed it while hooks decided. */
function toDocument(result: KnowledgeResult): Document {
  const native = documents.of(result);
  if (native !== undefined && isAsShown(native, result)) return native;
  const { id, content, metadata = {} } = result;
  return new Document({ id, pageContent: content, metadata: { ...metadata } });
}

function isAsShown({ pageContent, metadata }: Document, result: KnowledgeResult): boolean {
  const isSame = metadata === result.metadata || isCopy(metadata, result.metadata);
  return isSame && pageContent === result.content;
}

/**
 * Returns the retriever with hooks; tracers see the documents that the hooks left. Its index and models are shown as
 * `see` hooks them: documents added through it pass the hooks of the index, and its calls of models theirs.
 */
export function hookRetriever<R extends NativeRetriever>(
  retriever: R,
  seam: ComponentSeam,
  see: Adopt,
): R {
  const held = Object.entries(retriever).map(([key, part]) => [key, see(part as object)] as const);
  const parts: Record<string, unknown> = Object.fromEntries(
    held.filter(([, part]) => part !== undefined),
  );
  const index = parts['vectorStore'] as NativeVectorStore | undefined;
  const adopt: Adopt = (part) => (isModel(part) ? see(part) : undefined);
  return hookObject(retriever, seam.hooks, {
    ...parts,
    lc_kwargs: { ...(retriever['lc_kwargs'] as object), ...parts },
    ...(index && {
      addDocuments: (...given: Parameters<NativeVectorStore['addDocuments']>) =>
        index.addDocuments(...given),
    }),
    _getRelevantDocuments: (query: string, runManager?: RunManager) =>
      retrieve(seam, query, (text) =>
        adopting(adopt, () => retriever['_getRelevantDocuments'](text, runManager)),
      ),
  });
}
