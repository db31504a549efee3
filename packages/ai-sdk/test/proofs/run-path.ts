import type { Hooks } from '@interpose/core';

import { withHooks } from '../../src/index.ts';
import { memoryModel, type MemoryTurn, type SeenParams } from '../memory-model.ts';
import { sdkVersions, type Sdk } from '../sdk-versions.ts';

/** The newest version; the others differ in nothing that is proved here. */
export const sdk: Sdk = sdkVersions[3]!.sdk;

/** What came of one run of a path. */
export interface PathRun {
  /** What the caller got, as text; empty where it got an error. */
  readonly text: string;
  readonly error?: unknown;
  readonly seen: readonly SeenParams[];
}

/** One way through the SDK, with an answer of `{"v":"zehn"}` unless the turns say otherwise. */
export type RunPath = (hooks: Hooks, turns?: readonly MemoryTurn[]) => Promise<PathRun>;

const answer: readonly MemoryTurn[] = [{ text: '{"v":"zehn"}' }, { text: '{"v":"sechs"}' }];
const output = sdk.jsonSchema<{ v: string }>({ type: 'object' });
/** What every call is given. */
export const prompt: {
  readonly messages: { role: 'user'; content: string }[];
  readonly instructions: string;
  readonly maxRetries: number;
} = {
  messages: [{ role: 'user', content: 'What price?' }],
  instructions: 'Be brief.',
  maxRetries: 0,
};

function path(
  call: (hooks: Hooks, model: ReturnType<typeof memoryModel>['model']) => Promise<string>,
): RunPath {
  return async (hooks, turns = answer) => {
    const { model, seen } = memoryModel(turns);
    try {
      return { text: await call(hooks, model), seen };
    } catch (error) {
      return { text: '', error, seen };
    }
  };
}

/** The text of a stream; rejects with its error. */
export async function readAll(stream: AsyncIterable<{ readonly type: string }>): Promise<string> {
  let text = '';
  let failure: { readonly error: unknown } | undefined;
  for await (const part of stream as AsyncIterable<{
    type: string;
    text?: string;
    error?: unknown;
  }>) {
    if (part.type === 'error') failure = { error: part.error };
    if (part.type === 'text-delta') text += part.text;
  }
  if (failure !== undefined) throw failure.error;
  return text;
}

type ModelCall = (given: object) => Promise<{
  readonly stream: AsyncIterable<{ readonly type: string }>;
}>;

/** Keeps the SDK from printing errors. */
export const silent: { readonly onError: () => undefined } = { onError: () => undefined };

/** The paths that run a chat with a model and without tools. */
export const modelPaths: Readonly<Record<string, RunPath>> = {
  generateObject: path(async (hooks, model) =>
    JSON.stringify(
      (await withHooks(sdk, hooks).generateObject({ model, schema: output, ...prompt })).object,
    ),
  ),
  streamObject: path(async (hooks, model) => {
    const streamed = withHooks(sdk, hooks).streamObject({
      model,
      schema: output,
      ...prompt,
      ...silent,
    });
    streamed.object.catch(() => undefined);
    await readAll(streamed.fullStream as never);
    return JSON.stringify(await streamed.object);
  }),
  'model.doGenerate': path(
    async (hooks, model) =>
      (await sdk.generateText({ model: withHooks(model, hooks), ...prompt })).text,
  ),
  'model.doStream': path((hooks, model) =>
    readAll(sdk.streamText({ model: withHooks(model, hooks), ...prompt, ...silent }).fullStream),
  ),
  experimental_streamLanguageModelCall: path(async (hooks, model) => {
    const name = 'experimental_streamLanguageModelCall';
    const module = withHooks(sdk, hooks) as unknown as Readonly<Record<string, ModelCall>>; // Its types leave it out.
    return readAll((await module[name]!({ model, ...prompt })).stream);
  }),
  experimental_streamTextLowMemory: path(async (hooks, model) => {
    const text = await readAll(
      withHooks(sdk, hooks).experimental_streamTextLowMemory({ model, ...prompt, ...silent })
        .fullStream,
    );
    await new Promise((resolve) => setTimeout(resolve, 5));
    return text;
  }),
};
