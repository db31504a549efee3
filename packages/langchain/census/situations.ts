import type { EntryClass } from '@interpose/adapter-kit';

const situation = (
  path: string,
  events: NonNullable<EntryClass['events']>,
  why: string,
): EntryClass => ({ entries: [], status: 'unmediated', path, events, why });

/** Where no hook sees a model or a tool although no entry of its own stands for it. */
export const situations: readonly EntryClass[] = [
  situation(
    'fallback without a model',
    ['preRequest', 'onResponse'],
    'hooks do not see the model in a function; models, chains and graphs that a hooked one falls back to are hooked',
  ),
  situation(
    'agent.stream in a tool',
    ['preDelegate', 'onDelegateResult'],
    'the tool reads the stream itself, and hooks do not see it; use invoke, which answers as a whole',
  ),
  situation(
    'unknown tool before langchain 1.2.13',
    ['onToolCallError'],
    'the tool node throws and the run ends with that error',
  ),
  situation(
    'sub-agent beside hooksMiddleware',
    ['preRequest', 'preToolCall'],
    'sub-agents do not inherit middleware; hook the factory with withHooks',
  ),
  situation(
    'tool answer that a middleware changes',
    ['onToolCallResult', 'onToolCallError'],
    'hooks judge what the tool gave; a change after that is reported once as unmediated_call, and refused under require',
  ),
  situation(
    'func of a tool that no run has met',
    ['preToolCall', 'onToolCallResult', 'onToolCallError'],
    'hooks do not see it in tools of another copy of LangChain than the adapter imports, or made before it was loaded, or of frozen fields; hook the tool',
  ),
  situation(
    'checkpointer that is not hooked',
    ['onMemoryRetrieved', 'preMemoryStore'],
    'hooked agents and graphs use it and hand it out as it is; hook that too',
  ),
  situation(
    'copy of a hooked object',
    ['preRequest', 'preToolCall'],
    'one that your app makes with clone(), descriptors or field by field is another object without hooks; hook that too',
  ),
  situation(
    'provider-executed tool',
    ['onToolCallResult', 'onToolCallError'],
    'onResponse sees what the provider ran',
  ),
  situation(
    'tool of a model hooked alone',
    ['preToolCall', 'onToolCallResult', 'onToolCallError'],
    'the model does not run it, so its hooks cannot tell whether they are asked; bind tools that are hooked, or hook the agent',
  ),
  situation(
    'parts of an unhooked model',
    ['preRequest', 'onResponse'],
    'hooks do not see parts of another copy of LangChain than the adapter imports, or made before it was loaded; those of the same copy are refused with model_unhooked in a graph, and in an agent under require; other agents report them once as unmediated_call',
  ),
];

/** What keeps data where nobody has shown yet that hooks hold. */
export const keepers: readonly EntryClass[] = [
  {
    path: 'caches and stores',
    status: 'unmediated',
    why: 'no test shows yet that hooks work here',
    entries: [
      'caches: *',
      'BaseCache*',
      'stores: *',
      'storage/*',
      'InMemoryStore*',
      'AsyncBatchedStore*',
      'MemorySaver*',
      'memory: *',
      'indexing: *',
      'Index*',
      'document_loaders/*',
      'LangSmithLoader*',
      'retrievers*',
      'vectorstores: *',
      'VectorStoreRetrieverInterface*',
      'BaseRetrieverInput*',
      'chat_history: *',
      'example_selectors: *',
      'documents: BaseDocumentTransformer*',
      'documents: MappingDocumentTransformer*',
      'Checkpoint*',
    ],
  },
];
