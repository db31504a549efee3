import { scriptedModel, type ScriptedChat, type ScriptedModel } from '@interpose/testing';
import type OpenAI from 'openai';

import type { Hooks } from '@interpose/core';

import { withHooks, type WithHooksOptions } from '../src/index.ts';
import { sdkVersions, type Sdk } from './sdk-versions.ts';

/** The newest version. */
const sdk: Sdk = sdkVersions[1]!.sdk;

/** A served model, and a hooked client that asks it. */
export interface Shop {
  readonly client: OpenAI;
  readonly chat: ScriptedChat;
}

/** Serves a script to a hooked client of this version. */
export function openShop(
  server: ScriptedModel,
  hooks: Hooks,
  script: Parameters<ScriptedModel['chat']>[0],
  { version = sdk, ...options }: WithHooksOptions & { readonly version?: Sdk } = {},
): Shop {
  const chat = server.chat(script);
  const client = new version.OpenAI({ baseURL: chat.baseURL, apiKey: 'any', logLevel: 'off' });
  return { client: withHooks(client, hooks, options), chat };
}

export { scriptedModel };

/** What every request asks. */
export const question: {
  readonly model: string;
  readonly messages: OpenAI.ChatCompletionMessageParam[];
} = { model: 'm', messages: [{ role: 'user', content: 'What is the price?' }] };
