/** Something of an SDK that an app calls to ask a model or run an agent. */
export interface EntryPoint {
  /** The package an app imports it from; what lies below it counts as well. */
  readonly from: string;
  readonly name: string;
  readonly kind: 'class' | 'function';
  readonly adapter: string;
  /** Where there is no way to hook it. */
  readonly beyondReach?: string;
}

/**
 * What has to be hooked, by package. That each stands in the census of its SDK, and that each which is beyond reach is
 * declared so by its adapter, is held by a test.
 */
export const ENTRY_POINTS: readonly EntryPoint[] = [
  ...of('ai', '@interpose/ai-sdk', 'function', [
    'generateText',
    'streamText',
    'generateObject',
    'streamObject',
    'embed',
    'embedMany',
  ]),
  ...of('ai', '@interpose/ai-sdk', 'class', ['ToolLoopAgent']),
  ...beyond(
    'ai',
    '@interpose/ai-sdk',
    'the provider answers later, past any call that hooks stand around',
    ['experimental_startBatch', 'experimental_startTextBatch'],
  ),
  ...of('openai', '@interpose/openai', 'class', ['OpenAI', 'AzureOpenAI']),
  ...['@openai/agents', '@openai/agents-core'].flatMap((from) => [
    ...of(from, '@interpose/openai-agents', 'class', ['Agent', 'Runner']),
    ...of(from, '@interpose/openai-agents', 'function', ['run']),
  ]),
  ...of('langchain', '@interpose/langchain', 'function', ['createAgent']),
  ...of('@langchain/langgraph', '@interpose/langchain', 'class', ['StateGraph']),
  ...of('@langchain/openai', '@interpose/langchain', 'class', ['ChatOpenAI']),
  ...of('@langchain/anthropic', '@interpose/langchain', 'class', ['ChatAnthropic']),
];

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
