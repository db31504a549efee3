import type { Message, StreamResponse } from '@a2a-js/sdk';
import type { Client } from '@a2a-js/sdk/client';
import type {
  A2ARequestHandler,
  AgentExecutor,
  ExecutionEventBus,
  PushNotificationSender,
  RequestContext,
} from '@a2a-js/sdk/server';
import type { Hooks } from '@interpose/core';

import { withHooks } from '../src/with-hooks.ts';
import { deskCard } from './desk-card.ts';
import { client, sdk, server } from './sdk.ts';
import { serveHandler, type ServeOptions, type Served } from './serve-handler.ts';

/** How a desk differs from the plain one, which answers every message with a message. */
export interface DeskOptions extends ServeOptions {
  readonly hooks?: Hooks;
  readonly execute?: AgentExecutor['execute'];
  /** Takes what the desk posts to webhooks. */
  readonly posted?: (event: StreamResponse) => void;
  /** Goes round the handler in the place of hooks. */
  readonly wrap?: (handler: A2ARequestHandler) => A2ARequestHandler;
}

/** A real agent behind a real A2A server on loopback, with what it was asked. */
export interface Desk extends Served {
  readonly asked: Message[];
  readonly handler: A2ARequestHandler;
  /** A client of the SDK, found by the agent's card. */
  readonly client: (hooks?: Hooks) => Promise<Client>;
}

/** Starts a desk. */
export async function startDesk(options: DeskOptions = {}): Promise<Desk> {
  const asked: Message[] = [];
  const { execute = reply('the answer'), hooks, posted } = options;
  const sender: PushNotificationSender = { send: async (event) => posted?.(event) };
  let url = 'http://127.0.0.1';
  const own = new server.DefaultRequestHandler(
    deskCard(url),
    new server.InMemoryTaskStore(),
    agent(asked, execute),
    new server.DefaultExecutionEventBusManager(),
    new server.InMemoryPushNotificationStore(),
    sender,
    deskCard(url),
  );
  // The card names the port, which is known once the server listens.
  own.getAgentCard = async () => deskCard(url, options.legacy);
  const wrapped = options.wrap?.(own) ?? own;
  const handler = hooks === undefined ? wrapped : withHooks(wrapped, hooks);
  const served = await serveHandler(handler, options);
  ({ url } = served);
  return {
    ...served,
    asked,
    handler,
    async client(clientHooks) {
      const factory = new client.ClientFactory();
      const hooked = clientHooks === undefined ? factory : withHooks(factory, clientHooks);
      return hooked.createFromUrl(url);
    },
  };
}

function agent(asked: Message[], execute: AgentExecutor['execute']): AgentExecutor {
  return {
    async execute(context, bus) {
      asked.push(context.userMessage);
      await execute(context, bus);
      bus.finished();
    },
    async cancelTask(taskId, bus) {
      bus.publish(server.AgentEvent.statusUpdate(status(taskId, 'TASK_STATE_CANCELED')));
      bus.finished();
    },
  };
}

/** An agent that answers with one message. */
export function reply(text: string): AgentExecutor['execute'] {
  return async ({ contextId }, bus) => {
    bus.publish(server.AgentEvent.message(message(text, { role: 'ROLE_AGENT', contextId })));
  };
}

/** An agent that works on a task and puts these texts into artifacts, one after the other; it ends the task unless told to go on. */
export function work(...texts: readonly string[]): AgentExecutor['execute'] {
  return workBy(async (say) => texts.forEach(say));
}

/** An agent that works on a task, whose artifacts are said one by one, and ends it. */
export function workBy(
  tell: (say: (text: string) => void) => Promise<void>,
): AgentExecutor['execute'] {
  return async (context, bus) => {
    begin(context, bus);
    await tell((text) => bus.publish(server.AgentEvent.artifactUpdate(artifact(context, text))));
    const done = status(context.taskId, 'TASK_STATE_COMPLETED', context.contextId);
    bus.publish(server.AgentEvent.statusUpdate(done));
  };
}

/** An agent that works on a task until somebody cancels it. */
export const workUntilCancelled: AgentExecutor['execute'] = async (context, bus) => {
  begin(context, bus);
  await new Promise<void>((resolve) => bus.once('finished', resolve));
};

function begin({ taskId, contextId }: RequestContext, bus: ExecutionEventBus): void {
  const task = { id: taskId, contextId, status: { state: 'TASK_STATE_WORKING' } };
  bus.publish(server.AgentEvent.task(sdk.Task.fromJSON(task)));
}

/** A message that says this. */
export function message(text: string, more: object = {}): Message {
  const messageId = crypto.randomUUID();
  return sdk.Message.fromJSON({ messageId, role: 'ROLE_USER', parts: [{ text }], ...more });
}

/** The params that send a message. */
export function saying(
  text: string,
  more: object = {},
  request: object = {},
): ReturnType<typeof sdk.SendMessageRequest.fromJSON> {
  const said = sdk.Message.toJSON(message(text, more));
  return sdk.SendMessageRequest.fromJSON({ ...request, message: said });
}

/** All text in a value of the SDK. */
export function textIn(value: unknown): string {
  return [...JSON.stringify(value).matchAll(/"\$case":"text","value":"([^"]*)"/g)]
    .map((match) => match[1])
    .join(' ');
}

function status(
  taskId: string,
  state: string,
  contextId?: string,
): ReturnType<typeof sdk.TaskStatusUpdateEvent.fromJSON> {
  return sdk.TaskStatusUpdateEvent.fromJSON({ taskId, contextId, status: { state } });
}

function artifact(
  { taskId, contextId }: RequestContext,
  text: string,
): ReturnType<typeof sdk.TaskArtifactUpdateEvent.fromJSON> {
  return sdk.TaskArtifactUpdateEvent.fromJSON({
    taskId,
    contextId,
    artifact: { artifactId: text, parts: [{ text }] },
  });
}
