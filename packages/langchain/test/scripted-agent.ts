import { createHooks, type EventName, type Hooks, type HooksOptions } from '@interpose/core';
import { scriptedModel } from '@interpose/testing';
import { toScript, type ModelScript, type ScriptedCall } from '@interpose/testing/conformance';
import { ChatOpenAI } from '@langchain/openai';
import type { StructuredToolInterface } from '@langchain/core/tools';
import { tool } from 'langchain';
import { onTestFinished } from 'vitest';

/** A model of LangChain whose answers are scripted; over real HTTP. */
export async function scriptedChatModel(
  script: ModelScript,
  options: Partial<ConstructorParameters<typeof ChatOpenAI>[0]> = {},
): Promise<{ readonly model: ChatOpenAI; readonly requests: () => readonly unknown[] }> {
  const server = await scriptedModel();
  onTestFinished(() => server.close());
  const chat = server.chat(toScript(script));
  const model = new ChatOpenAI({
    model: 'gpt-4o-mini',
    apiKey: 'any',
    maxRetries: 0,
    useResponsesApi: false,
    configuration: { baseURL: chat.baseURL },
    ...(options as object),
  });
  return { model, requests: () => chat.requests.map(({ body }) => body) };
}

/** An answer that calls these tools. */
export function calls(...asked: (readonly [name: string, args?: object])[]): ModelScript[number] {
  return {
    kind: 'answer',
    calls: asked.map(([name, args = {}], place): ScriptedCall => ({
      id: `call_${name}_${place}`,
      name,
      args: args as Readonly<Record<string, unknown>>,
    })),
  };
}

/** An answer that says this. */
export function says(...text: string[]): ModelScript[number] {
  return { kind: 'answer', text };
}

/** A tool that remembers what it was run with. */
export function spy(
  name: string,
  act: (args: object) => unknown = () => `${name} done`,
): StructuredToolInterface & { readonly runs: readonly object[] } {
  const runs: object[] = [];
  const made = tool(
    (args: object) => {
      runs.push(args);
      return act(args);
    },
    {
      name,
      description: `Runs ${name}.`,
      schema: { type: 'object', properties: {}, additionalProperties: true },
    },
  );
  return Object.assign(made as StructuredToolInterface, { runs });
}

/** A registry that notes the events it hears. */
export function hearing(
  events: readonly EventName[],
  options?: HooksOptions,
): { readonly hooks: Hooks; readonly heard: string[] } {
  const hooks = createHooks(options);
  const heard: string[] = [];
  for (const event of events) hooks.observe(event, () => void heard.push(event));
  return { hooks, heard };
}

/** A registry with a hook at each of these events that may interfere, and allows everything. */
export function judging(...events: readonly EventName[]): Hooks {
  const hooks = createHooks();
  for (const event of events) hooks.addHook(event, () => undefined);
  return hooks;
}
