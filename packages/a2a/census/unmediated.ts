import type { EntryClass } from '@interpose/adapter-kit';

const unmediatedAt = (path: string, why: string, entries: readonly string[]): EntryClass => ({
  entries,
  status: 'unmediated',
  path,
  why,
  events: ['preA2aMessage', 'onA2aMessage'],
});

/** The entries that no hook sees, or where nobody has shown yet that hooks hold. */
export const unmediated: readonly EntryClass[] = [
  unmediatedAt('0.3 wire', 'no test shows yet that hooks work here', [
    'compat/*',
    'client request GetAgentCard',
    'client request ListTaskPushNotificationConfig',
    'client request TaskSubscription',
  ]),
  unmediatedAt(
    'agent card discovery',
    'the public card is a file, so hooks do not see it; the extended card is a message, so they do',
    [
      'client: AgentCardResolver',
      'client: DefaultAgentCardResolver*',
      'AgentCardResolver*',
      '*AgentCard*',
    ],
  ),
  unmediatedAt('options of a client or a server', 'no test shows yet that hooks work here', [
    '*Options*',
    'client: ClientCallContext*',
    'client: ServiceParameters*',
    'client: createAuthenticatingFetchWithRetry*',
    'AuthenticationHandler*',
    'ClientConfig*',
    'client: Client(*',
    'client: withA2A*',
    'server: DefaultRequestHandler(*',
    'server: DefaultPushNotificationSender(*',
  ]),
  unmediatedAt(
    'stores and buses of a server',
    'hooks see the handler, but not the executor and the stores behind it',
    [
      'server: *Store*',
      'server/database: *',
      '*EventBus*',
      'server: ExecutionEventQueue*',
      'server: ResultManager*',
      'server: RequestContext*',
      'AgentExecutor*',
      'server: AgentEvent*',
    ],
  ),
  unmediatedAt('mounts of a server', 'hook their handler; no test shows yet that hooks work here', [
    'server: JsonRpcTransportHandler*',
    'server: V1PushNotificationSerializer*',
  ]),
];
