import * as messages from '@langchain/core/messages';
import * as tools from '@langchain/core/tools';
import * as graph from '@langchain/langgraph';
import * as openai from '@langchain/openai';
import * as langchain from 'langchain';

/** The modules of LangChain as the newest version types them. */
export interface Sdk {
  readonly langchain: typeof langchain;
  readonly graph: typeof graph;
  readonly messages: typeof messages;
  readonly tools: typeof tools;
  readonly openai: typeof openai;
}

/** One set of versions that the adapter supports. */
export interface SdkVersion {
  readonly version: string;
  readonly sdk: Sdk;
}

/** The highest supported versions. */
export const latest: SdkVersion = {
  version: '1.5.14',
  sdk: { langchain, graph, messages, tools, openai },
};
