import type { Dict, McpEnvelope } from '@interpose/core';
import { denialText } from '@interpose/core/adapter';

import type { McpSeam } from '../../conformance/scenario/seams.ts';
import type { FakeRun, McpConnection } from '../run/fake-run.ts';
import { jsonRpcError } from './json-rpc-error.ts';
import { thrownBy } from '../run/thrown-by.ts';

type Out = Pick<McpEnvelope, 'server' | 'direction'>;

/** Opens an MCP connection: initialize, tools/list, and the messages that the server pushes. */
export async function connectMcp(run: FakeRun, seam: McpSeam): Promise<McpConnection> {
  const wire = new Wire(run, seam);
  await wire.request('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'fake-host', version: '1.0.0' },
  });
  await wire.notify('notifications/initialized');
  for (const message of seam.pushes ?? []) await wire.take(message);
  const listed = await wire.request('tools/list', {});
  const tools = (listed['tools'] ?? []) as readonly { readonly name: string }[];
  return {
    server: seam.server,
    tools: tools.map(({ name }) => name),
    async callTool(name, args) {
      const result = await wire.request('tools/call', { name, arguments: args });
      const content = (result['content'] ?? []) as readonly { readonly text?: string }[];
      return content.map(({ text = '' }) => text).join('\n');
    },
  };
}

class Wire {
  readonly #run: FakeRun;
  readonly #seam: McpSeam;
  readonly #out: Out;
  #lastId = 0;

  constructor(run: FakeRun, seam: McpSeam) {
    this.#run = run;
    this.#seam = seam;
    this.#out = { server: seam.server, direction: 'client-to-server' };
  }

  async request(method: string, params: Dict): Promise<Dict> {
    const message = { jsonrpc: '2.0', id: ++this.#lastId, method, params };
    const { cycles, chat } = this.#run;
    const outcome = await cycles.around(chat, 'preMcpMessage', { message, ...this.#out }, (sent) =>
      this.#exchange(sent),
    );
    if (outcome.kind === 'error') throw thrownBy(outcome);
    const answer =
      outcome.kind === 'output' ? outcome.output : jsonRpcError(message, whyNot(outcome));
    const { error } = answer as { readonly error?: { readonly message: string } };
    if (error !== undefined) throw new Error(error.message);
    return answer['result'] as Dict;
  }

  async notify(method: string): Promise<void> {
    await this.#send({ jsonrpc: '2.0', method });
  }

  /** Takes a message that the server sent on its own, and answers it if it is a request. */
  async take(message: Dict): Promise<void> {
    const verdict = await this.#run.chat.dispatch('onMcpMessage', {
      message,
      server: this.#seam.server,
      direction: 'server-to-client',
    });
    if (!('id' in message)) return;
    if (verdict.decision === 'deny') this.#seam.receive(jsonRpcError(message, verdict.reason));
    else await this.#send({ jsonrpc: '2.0', id: message['id'], result: {} });
  }

  async #send(message: Dict): Promise<void> {
    const { decision, ...verdict } = await this.#run.chat.dispatch('preMcpMessage', {
      message,
      ...this.#out,
    });
    if (decision === 'deny') return;
    const changed = decision === 'modify' && 'value' in verdict ? (verdict.value as Dict) : message;
    for (const answer of this.#seam.receive(changed)) await this.take(answer);
  }

  async #exchange(message: Dict): Promise<Dict> {
    let response: Dict | undefined;
    for (const answer of this.#seam.receive(message)) {
      if (answer['id'] === message['id'] && !('method' in answer)) response = answer;
      else await this.take(answer);
    }
    return response ?? jsonRpcError(message, 'the server gave no answer');
  }
}

function whyNot(
  outcome:
    | { readonly kind: 'denied'; readonly denial: Parameters<typeof denialText>[0] }
    | { readonly kind: 'suspended'; readonly reason: string },
): string {
  return outcome.kind === 'denied' ? denialText(outcome.denial) : outcome.reason;
}
