import type {
  A2aExchange,
  Feature,
  Harness,
  HarnessRun,
  Scenario,
  Support,
} from '@interpose/testing/conformance';
import { features } from '@interpose/testing/conformance';

import { capabilities } from '../../src/capabilities.ts';
import { withHooks } from '../../src/with-hooks.ts';
import { connect, type Binding } from './connect.ts';
import { scriptedHandler } from './scripted-handler.ts';
import { serveHandler } from '../serve-handler.ts';
import { sendRequest } from './send-request.ts';

const supported: Support = { kind: 'supported' };
const absent: Support = {
  kind: 'absent',
  reason: 'it carries messages between agents and runs none',
};

/** The real client and the real server of the SDK on loopback: plain runs over JSON-RPC, streamed ones over HTTP+JSON. */
export function a2aHarness(version: string): Harness {
  const paths = ['client', 'client stream', 'server', 'server stream'];
  return {
    name: 'client and server',
    framework: 'a2a',
    version,
    capabilities,
    paths: { plain: paths, streamed: paths },
    supports: Object.fromEntries(
      features.map((feature) => [feature, feature === 'a2a' ? supported : absent]),
    ) as Record<Feature, Support>,
    exceptions: [],
    async start(scenario, mode) {
      const binding = mode === 'plain' ? 'JSONRPC' : 'HTTP+JSON';
      for (const exchange of scenario.seams?.a2a ?? []) await carry(exchange, scenario, binding);
      return nothingElse;
    },
  };
}

async function carry(exchange: A2aExchange, scenario: Scenario, binding: Binding): Promise<void> {
  const { hooks, session, agent, user, trace } = scenario;
  const options = {
    ...(session && { session }),
    ...(agent && { agent }),
    ...(user && { user }),
    ...(trace && { trace }),
  };
  const handler = scriptedHandler(exchange);
  const isServer = exchange.role === 'server';
  const served = await serveHandler(isServer ? withHooks(handler, hooks, options) : handler);
  try {
    const transport = await connect(served.url, binding);
    await sendRequest(isServer ? transport : withHooks(transport, hooks, options), exchange);
  } finally {
    await served.close();
  }
}

const nothingElse: HarnessRun = {
  outcome: { kind: 'answer', text: '' },
  received: { text: '', reasoning: '', calls: [] },
  requests: [],
  streamFaults: [],
  resume: () => Promise.reject(new Error('nothing waits here')),
};
