import type { EventName, Hooks } from '@interpose/core';

import { withHooks } from '../src/index.ts';
import type { MemoryModel } from './memory-model.ts';
import type { Sdk } from './sdk-versions.ts';

/** How a chat may end. */
export const endings = ['onChatDone', 'onChatAbort', 'onChatError'] as const;

/** The names of these events, as they happen. */
export function hear(hooks: Hooks, ...events: EventName[]): string[] {
  const heard: string[] = [];
  for (const event of events) hooks.observe(event, (ctx) => void heard.push(ctx.event));
  return heard;
}

/** Lets what waits for the event loop happen. */
export const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 10));

/** Opens the stream of a hooked agent that was asked to go. */
export function openStream(
  sdk: Sdk,
  { model }: MemoryModel,
  hooks: Hooks,
  settings: object = {},
): ReturnType<InstanceType<Sdk['ToolLoopAgent']>['stream']> {
  const agent = new sdk.ToolLoopAgent({ model, onError: () => undefined, ...settings });
  return withHooks(agent, hooks).stream({
    prompt: 'Go',
    ...('timeout' in settings ? { timeout: settings.timeout } : {}),
  } as never);
}
