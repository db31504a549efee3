import type { BaseMessage } from '@langchain/core/messages';
import type { BaseStore } from '@langchain/langgraph';

import type { Scenario, Seams } from '@interpose/testing/conformance';

import { withHooks } from '../../src/index.ts';
import type { SdkVersion } from '../sdk-versions.ts';
import { textIn } from './read-state.ts';

interface State {
  readonly messages: readonly BaseMessage[];
}

/** What the app asks before the first model call, and what it writes down after the last. */
export function seamsOf(version: SdkVersion, { seams = {}, hooks }: Scenario): readonly object[] {
  const { knowledge, memory } = seams;
  return [
    ...(knowledge === undefined ? [] : [searching(version, knowledge, hooks)]),
    ...(memory === undefined
      ? []
      : [remembering(version, withHooks(notebook(version, memory), hooks))]),
  ];
}

function searching(
  { sdk }: SdkVersion,
  knowledge: NonNullable<Seams['knowledge']>,
  hooks: Scenario['hooks'],
): object {
  class Index extends sdk.retrievers.BaseRetriever {
    lc_namespace = ['harness'];
    override async _getRelevantDocuments(text: string) {
      return knowledge
        .search({ text })
        .map(({ id, content }) => new sdk.documents.Document({ id, pageContent: content }));
    }
  }
  const retriever = withHooks(new Index(), hooks);
  return sdk.langchain.createMiddleware({
    name: 'Knowledge',
    async beforeAgent({ messages }: State) {
      const found = await retriever.invoke(textIn(messages.at(-1)!));
      return found.length === 0
        ? undefined
        : attached(
            sdk,
            'Known',
            found.map(({ pageContent }) => pageContent),
          );
    },
  } as never);
}

function remembering({ sdk }: SdkVersion, store: BaseStore): object {
  return sdk.langchain.createMiddleware({
    name: 'Memory',
    async beforeAgent() {
      const items = await store.search(['notes']);
      return items.length === 0
        ? undefined
        : attached(
            sdk,
            'Remembered',
            items.map(({ value }) => String(value['content'])),
          );
    },
    async afterAgent({ messages }: State) {
      await store.put(['notes'], 'answer', { content: textIn(messages.at(-1)!) });
    },
  } as never);
}

function attached(
  { messages }: SdkVersion['sdk'],
  lead: string,
  lines: readonly string[],
): { readonly messages: readonly BaseMessage[] } {
  return { messages: [new messages.SystemMessage(`${lead}:\n${lines.join('\n')}`)] };
}

/** A long-term store in front of the memory of a scenario. */
function notebook({ sdk }: SdkVersion, memory: NonNullable<Seams['memory']>): BaseStore {
  class Notebook extends sdk.graph.InMemoryStore {
    override async batch(operations: never): Promise<never> {
      const results = (operations as readonly object[]).map((operation) => {
        if ('namespacePrefix' in operation) return memory.read().map(toItem);
        const { key, value } = operation as { key: string; value: { content: string } };
        memory.store([{ key, content: value.content }]);
        return undefined;
      });
      return results as never;
    }
  }
  return new Notebook();
}

function toItem(
  { key, content }: { readonly key?: string; readonly content: string },
  place: number,
) {
  const at = new Date();
  return {
    namespace: ['notes'],
    key: key ?? `${place}`,
    value: { content },
    createdAt: at,
    updatedAt: at,
  };
}
