import type { EntryClass } from '@interpose/adapter-kit';

const unmediatedAt = (path: string, why: string, entries: readonly string[]): EntryClass => ({
  entries,
  status: 'unmediated',
  path,
  why,
  events: ['preMcpMessage', 'onMcpMessage'],
});

/** The entries that no hook sees, or where nobody has shown yet that hooks hold. */
export const unmediated: readonly EntryClass[] = [
  unmediatedAt('options of a transport or an end', 'no probe shows yet that hooks hold here', [
    '*Options*',
    'ServerContext*',
    'RequestHandlerExtra*',
    'MessageExtraInfo*',
    'client/middleware: *',
    'TaskRequestHandlerExtra*',
    'CreateTask*Extra*',
    'server/completable: *',
    'completable*',
    '*Middleware*',
    'withLogging',
  ]),
  unmediatedAt('tasks', 'queues and stores of tasks keep messages out of any transport', [
    'experimental: *Tasks*',
    'experimental: InMemoryTask*',
    'ToolTaskHandler*',
    'experimental: takeResult*',
    'experimental: toArrayAsync*',
  ]),
  unmediatedAt(
    'servers that make their own transports',
    'only the server that they are given can hook what it is connected to',
    [
      'createMcpHandler*',
      'McpHttpHandler*',
      'PerRequestHTTPServerTransport*',
      'legacyStatelessFallback*',
      'isLegacyRequest',
      'classifyInboundRequest',
      'InMemoryServerEventBus*',
      'ServerEventBus*',
      'ServerNotifier*',
    ],
  ),
  unmediatedAt('answers that a client keeps', 'they passed the hooks once, and are given again', [
    'InMemoryResponseCacheStore*',
  ]),
  unmediatedAt('web sockets', 'no probe shows yet that hooks hold here', ['client/websocket: *']),
  unmediatedAt('skills', 'they ask through a client or a server, and no probe shows it yet', [
    'ext/skills: SkillsClient*',
    'ext/skills: SkillsExtension*',
    'ext/skills: SkillCatalog*',
    'ext/skills/node: *',
    'ext/skills: memorySkillFiles',
    'SkillFiles*',
  ]),
  unmediatedAt('fetches of a transport', 'called below the hooks, with what they let out', [
    'shared/transport: *',
  ]),
];
