import * as documents from '@langchain/core/documents';
import * as messages from '@langchain/core/messages';
import * as retrievers from '@langchain/core/retrievers';
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
  readonly documents: typeof documents;
  readonly retrievers: typeof retrievers;
}

/** One set of versions that the adapter supports. */
export interface SdkVersion {
  readonly version: string;
  readonly sdk: Sdk;
}

/** The modules as this package finds them: the highest supported versions, unless a test puts others in their place. */
export const installed: Sdk = { langchain, graph, messages, tools, openai, documents, retrievers };
