import * as latest from '@openai/agents-core';
import * as floor from '@openai/agents-core-floor';
import { OpenAIChatCompletionsModel } from '@openai/agents-openai';
import { OpenAIChatCompletionsModel as FloorChatCompletionsModel } from '@openai/agents-openai-floor';

import { useSdk } from '../src/index.ts';

/** The module as the newest version types it. */
export type Sdk = typeof latest;

/** One version of the SDK that the adapter supports, with the OpenAI models that came with it. */
export interface SdkVersion {
  readonly version: string;
  readonly sdk: Sdk;
  readonly ChatModel: typeof OpenAIChatCompletionsModel;
}

// The packages of an app have one copy; the tests have two.
useSdk(floor as unknown as Sdk); // the older one, as above

/** The lowest and the highest supported version. */
export const sdkVersions: readonly SdkVersion[] = [
  {
    version: '0.11.8',
    // The tests use what both versions share; the types of the older one differ in places that are not used.
    sdk: floor as unknown as Sdk,
    // The same holds for its model.
    ChatModel: FloorChatCompletionsModel as unknown as typeof OpenAIChatCompletionsModel,
  },
  { version: '0.20.0', sdk: latest, ChatModel: OpenAIChatCompletionsModel },
];
