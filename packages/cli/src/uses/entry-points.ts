/** An export of an SDK that an app calls to ask a model or run an agent. */
export interface EntryPoint {
  /** The package to import it from; its subpaths count as well. */
  readonly from: string;
  readonly name: string;
  readonly kind: 'class' | 'function';
  /** True if it is also the default export of the package. */
  readonly isDefault?: boolean;
  readonly adapter: string;
  /** The code to write if `withHooks` takes neither it nor its result; `*` stands for its name. */
  readonly around?: string;
  /** The reason why it cannot be hooked. */
  readonly beyondReach?: string;
}

/**
 * The exports to hook, by package. A test checks that each is in the census of its SDK, and that its adapter declares
 * each one that is beyond reach.
 */
export const ENTRY_POINTS: readonly EntryPoint[] = [
  ...of('ai', '@interpose/ai-sdk', 'function', [
    'generateText',
    'streamText',
    'generateObject',
    'streamObject',
    'embed',
    'embedMany',
    'experimental_streamLanguageModelCall',
    'experimental_streamTextLowMemory',
  ]).map((entry) => ({ ...entry, around: 'withHooks(ai, hooks).*(…)' })),
  ...of('ai', '@interpose/ai-sdk', 'class', ['ToolLoopAgent', 'Experimental_Agent']),
  ...beyond(
    'ai',
    '@interpose/ai-sdk',
    'the provider answers later, outside the calls that hooks see',
    ['experimental_startBatch', 'experimental_startTextBatch'],
  ),
  { from: 'openai', name: 'OpenAI', kind: 'class', adapter: '@interpose/openai', isDefault: true },
  ...of('openai', '@interpose/openai', 'class', ['AzureOpenAI']),
  ...['@openai/agents', '@openai/agents-core'].flatMap((from) => [
    ...of(from, '@interpose/openai-agents', 'class', ['Agent', 'Runner']),
    ...of(from, '@interpose/openai-agents', 'function', ['run']),
  ]),
  ...of('langchain', '@interpose/langchain', 'function', ['createAgent']),
  ...of('@langchain/langgraph', '@interpose/langchain', 'function', ['createReactAgent']),
  {
    from: 'langchain',
    name: 'initChatModel',
    kind: 'function',
    adapter: '@interpose/langchain',
    around: 'withHooks(await *(…), hooks)',
  },
  {
    from: '@langchain/langgraph',
    name: 'StateGraph',
    kind: 'class',
    adapter: '@interpose/langchain',
    around: 'withHooks(graph.compile(), hooks)',
  },
  {
    from: '@langchain/langgraph',
    name: 'entrypoint',
    kind: 'function',
    adapter: '@interpose/langchain',
    around: 'withHooks(*(…), hooks)',
  },
];

/** Matches provider packages, each with models under this name; the census of the common class covers them. */
const PROVIDER = /^@langchain\/(?!core|langgraph|textsplitters)[\w-]+(?:\/chat_models\/.+)?$/;
const CHAT_MODEL = /^Chat[A-Z]/;

/** Returns the entry point that a package exports under this name. */
export function entryPoint(from: string, name: string): EntryPoint | undefined {
  if (PROVIDER.test(from)) return CHAT_MODEL.test(name) ? chatModel(from, name) : undefined;
  return ENTRY_POINTS.find(
    (entry) =>
      isFrom(entry.from, from) &&
      (entry.name === name || (name === 'default' && entry.isDefault === true)),
  );
}

/** Returns the entry point that stands for a whole package that an app passes on. */
export function firstEntryOf(from: string): EntryPoint {
  return ENTRY_POINTS.find((entry) => isFrom(entry.from, from)) ?? chatModel(from, 'ChatModel');
}

export function isSdk(from: string): boolean {
  return PROVIDER.test(from) || ENTRY_POINTS.some((entry) => isFrom(entry.from, from));
}

/** True for `openai` and `openai/azure` of the package `openai`. */
export function isFrom(name: string, from: string): boolean {
  return from === name || from.startsWith(`${name}/`);
}

function chatModel(from: string, name: string): EntryPoint {
  return { from, name, kind: 'class', adapter: '@interpose/langchain' };
}

function of(
  from: string,
  adapter: string,
  kind: EntryPoint['kind'],
  names: readonly string[],
): readonly EntryPoint[] {
  return names.map((name) => ({ from, name, kind, adapter }));
}

function beyond(
  from: string,
  adapter: string,
  beyondReach: string,
  names: readonly string[],
): readonly EntryPoint[] {
  return names.map((name) => ({ from, name, kind: 'function', adapter, beyondReach }));
}
