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
    'hooks see models, chains and graphs, not the model in a function',
  ),
  situation(
    'agent.stream in a tool',
    ['preDelegate', 'onDelegateResult'],
    'hooks do not see what the tool reads itself; use invoke',
  ),
  situation(
    'streamed agent in a tool',
    ['onToolCallResult', 'onDelegateResult'],
    'streams with subgraphs and events, and with messages in LangGraph 1.0, show its messages, judged as answers, before its result; under require, refused if hooks judge onDelegateResult',
  ),
  situation(
    'remote graph.streamEvents',
    ['onDelegateResult'],
    'its events pass preDelegate alone, which is told once; use invoke or stream',
  ),
  situation(
    'remote graph that no run has met',
    ['preDelegate', 'onDelegateResult'],
    'hooks do not see one of another copy of LangChain than the adapter imports, or made before it was loaded; hook it',
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
    'hooks judge what the tool gave; a change after that is reported once, and refused under require',
  ),
  situation(
    'func of a tool that no run has met',
    ['preToolCall', 'onToolCallResult', 'onToolCallError'],
    'hooks do not see it in tools of another copy of LangChain than the adapter imports, or made before it was loaded, or of frozen fields; hook the tool',
  ),
  situation(
    'unhooked checkpointer',
    ['onMemoryRetrieved', 'preMemoryStore'],
    'hooked agents and graphs use it and hand it out as it is; hook that too',
  ),
  situation(
    'copy of a hooked object',
    ['preRequest', 'preToolCall'],
    'one made with clone(), descriptors or field by field has no hooks; hook that too',
  ),
  situation(
    'settings in place of what hooks judge',
    ['preRequest', 'preToolCall'],
    'what is not known to be plain in modelKwargs, and messages, tools and their like in call options, is shown as a setting, reported once as unmediated_call, and refused under require',
  ),
  situation(
    'provider-executed tool',
    ['onToolCallResult', 'onToolCallError'],
    'onResponse sees what the provider ran',
  ),
  situation(
    'parts of kind other',
    ['onMessage'],
    'hooks see only the kind of blocks that say nothing in words; nor do they see names of answers, ids of what was spoken, and what else stands in the block of a text',
  ),
  situation(
    'tool of a model hooked alone',
    ['preToolCall', 'onToolCallResult', 'onToolCallError'],
    'its hooks do not see who runs the tool; bind tools that are hooked, or hook the agent',
  ),
  situation(
    'parts of an unhooked model',
    ['preRequest', 'onResponse'],
    'hooks do not see parts of another copy of LangChain than the adapter imports, or made before it was loaded; others are refused in a graph and under require, else reported once',
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
