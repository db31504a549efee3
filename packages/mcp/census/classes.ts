import type { EntryClass } from '@interpose/adapter-kit';

import { harmless } from './harmless.ts';
import { everyMessage, nameOf, probeOf, sideless, type Message } from './messages.ts';
import { filled, filledProbe, methodProbe, methods } from './probes/end-probes.ts';
import { questionProbeNames } from './probes/question-probes.ts';
import { refusalProbe } from './probes/refusal-probes.ts';
import { probesOver } from './probes/transport-probes.ts';
import { unmediated } from './unmediated.ts';

const enforced = (
  path: string,
  probe: readonly string[],
  entries: readonly string[],
): EntryClass => ({ entries, status: 'enforced', path, probe });

const atBothEnds = (name: (hooked: Message['side']) => string): readonly string[] =>
  (['client', 'server'] as const).map(name);

/** How far mediation holds for every entry of the MCP SDK, 1.10.0 to 1.32.2 and 2.0.0 to 2.4.0: every message passes the hooked transport. */
export const classes: readonly EntryClass[] = [
  ...everyMessage.map((message) =>
    enforced(
      `${message.side}: ${message.kind}`,
      atBothEnds((hooked) => probeOf(message, hooked)),
      [nameOf(message)],
    ),
  ),
  enforced(
    'client: request',
    everyMessage
      .filter(({ method }) => sideless.includes(method))
      .flatMap((message) => atBothEnds((hooked) => probeOf(message, hooked))),
    sideless.map((method) => `message ${method}`),
  ),
  enforced(
    'client: request',
    methods
      .filter(([{ side }]) => side === 'client')
      .flatMap(([, name]) => atBothEnds((hooked) => methodProbe('client', name, hooked))),
    ['client: Client', 'client: Client.*', 'Client', 'Client.*', 'McpSubscription.*'],
  ),
  enforced(
    'server: request',
    methods
      .filter(([{ side }]) => side === 'server')
      .flatMap(([, name]) => atBothEnds((hooked) => methodProbe('server', name, hooked))),
    ['server: Server', 'server: Server.*', 'Server', 'Server.*'],
  ),
  enforced(
    'server: request',
    filled.flatMap((method) => atBothEnds((hooked) => filledProbe(method, hooked))),
    [
      'server/mcp: McpServer',
      'server/mcp: McpServer.*',
      'McpServer',
      'McpServer.*',
      'Registered*',
      'server/mcp: ResourceTemplate*',
      'ResourceTemplate',
      'ResourceTemplate.*',
      'ResourceTemplate(*',
      'ResourceTemplate{*',
    ],
  ),
  enforced(
    'client: notification',
    everyMessage.flatMap((message) => atBothEnds((hooked) => probeOf(message, hooked))),
    ['shared/protocol: Protocol*', 'Protocol', 'Protocol.*'],
  ),
  enforced('server: question', questionProbeNames, [
    'InputRequiredBuilder.*',
    'inputRequired',
    'inputResponse',
    'acceptedContent*',
    'withInputRequired*',
  ]),
  enforced('server: request', probesOver('server on standard streams'), [
    'server/stdio: *',
    'stdio: StdioServerTransport*',
  ]),
  enforced('client: request', probesOver('client on standard streams'), [
    'client/stdio: StdioClientTransport*',
    'stdio: StdioClientTransport*',
  ]),
  enforced(
    'client: request',
    [...probesOver('streamable HTTP'), refusalProbe('streamable HTTP')],
    [
      'client/streamableHttp: StreamableHTTPClientTransport*',
      'StreamableHTTPClientTransport*',
      'server/streamableHttp: *',
    ],
  ),
  enforced(
    'server: request',
    atBothEnds((hooked) =>
      probeOf({ side: 'client', kind: 'request', method: 'server/discover' }, hooked),
    ),
    ['stdio: serveStdio*', 'StdioServerHandle*'],
  ),
  enforced('server: request', probesOver('server of web requests'), [
    'server/webStandardStreamableHttp: *',
    'WebStandardStreamableHTTPServerTransport*',
  ]),
  enforced(
    'client: request',
    [...probesOver('server-sent events'), refusalProbe('server-sent events')],
    ['client/sse: SSEClientTransport*', 'SSEClientTransport*', 'server/sse: SSEServerTransport*'],
  ),
  enforced(
    'client: request',
    methods.flatMap(([{ side }, name]) => atBothEnds((hooked) => methodProbe(side, name, hooked))),
    ['inMemory: *', 'InMemoryTransport*', 'Transport.*'],
  ),
  ...unmediated,
  ...harmless,
];
