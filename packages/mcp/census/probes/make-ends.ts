import type { Dict } from '@interpose/core';
import { canaries, type ProbeRun } from '@interpose/testing/probes';

import type { Message } from '../messages.ts';
import type { End, ProbeSdk, Registering } from './probe-sdks.ts';
import { contentOf } from './said.ts';
import { carried } from './wire-modes.ts';

/** A client and a server that answer every request with a canary. */
export interface Ends {
  readonly client: End;
  readonly server: End;
  /** True where the message crosses as the two connect. */
  readonly isHello: boolean;
  /** True where the ends agree on the protocol of 2026. */
  readonly isOf2026: boolean;
}

/** Fills a server of the comfortable kind. */
export type Fill = (server: Registering, run: ProbeRun) => void;

/** Makes both ends for a probe of this message. */
export function makeEnds(
  sdk: ProbeSdk,
  run: ProbeRun,
  message: Message,
  fill: Fill | undefined,
): Ends {
  const isOf2026 = sdk.serveStdio !== undefined && messagesOf2026.has(message.method);
  const isHello = message.method === 'initialize' || (isOf2026 && message.method === discover);
  const negotiation = isOf2026 ? { versionNegotiation: { mode: 'auto' } } : undefined;
  const info = (text: string): Dict => ({ name: isHello ? text : 'probe', version: '1.0.0' });
  const client = new sdk.Client(info(canaries[carried.question]), { ...ofClient, ...negotiation });
  const comfortable = fill === undefined ? undefined : new sdk.McpServer(info(''), ofServer);
  if (comfortable !== undefined) fill?.(comfortable, run);
  const server = comfortable?.server ?? new sdk.Server(info(canaries[carried.answer]), ofServer);
  for (const [side, end] of Object.entries({ client, server })) {
    end.onerror = (error) => run.note(`error at the ${side}`, error);
    end.fallbackRequestHandler = async ({ method, params }) => {
      if (method === message.method) run.toolRan(message.method, params);
      return contentOf(String(method));
    };
    end.fallbackNotificationHandler = async (notification) => run.note(side, notification);
  }
  return { client, server, isHello, isOf2026 };
}

const discover = 'server/discover';

/** What version 2 refuses to send where the two ends did not agree on the protocol of 2026. */
const messagesOf2026 = new Set([
  discover,
  'subscriptions/listen',
  'notifications/subscriptions/acknowledged',
]);

/** What an end may be asked for, so that the SDK lets everything be sent. */
export const ofClient = {
  capabilities: {
    sampling: {},
    roots: { listChanged: true },
    elicitation: { form: {}, url: {} },
    tasks: { list: {}, cancel: {}, requests: {} },
  },
};
export const ofServer = {
  capabilities: {
    tools: { listChanged: true },
    resources: { listChanged: true, subscribe: true },
    prompts: { listChanged: true },
    logging: {},
    completions: {},
    tasks: { list: {}, cancel: {}, requests: {} },
  },
};
