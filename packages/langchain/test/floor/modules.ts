/** The lowest supported versions, each on the others: this folder is a package of its own. */
export * as documents from '@langchain/core/documents';
export * as messages from '@langchain/core/messages';
export * as outputs from '@langchain/core/outputs';
export * as retrievers from '@langchain/core/retrievers';
export * as streams from '@langchain/core/utils/stream';
export * as tools from '@langchain/core/tools';
export * as graph from '@langchain/langgraph';
export * as openai from '@langchain/openai';
export * as langchain from 'langchain';
export * as chatModels from '@langchain/core/language_models/chat_models';
export * as textModels from '@langchain/core/language_models/llms';
export * as runnables from '@langchain/core/runnables';
export * as callbacks from '@langchain/core/callbacks/base';
export * as chatHistory from '@langchain/core/chat_history';
export * as outputParsers from '@langchain/core/output_parsers';
export * as prebuilt from '@langchain/langgraph/prebuilt';
export * as testing from '@langchain/core/utils/testing';
