import {
  A2AMessageSend,
  A2AMessageStream,
  A2ATaskGet,
  A2ATaskPushNotificationConfigGet,
  A2ATaskPushNotificationConfigSet,
  A2ATasksCancel,
  A2ATasksResubscribe,
  AgentTriggerStep,
  KnowledgeRetrievalStep,
  MCPMessage,
  MemoryContextRetrievalStep,
  MemoryStoreStep,
  MessageStep,
  PingRequest,
  ToolCallRequestStep,
  ToolCallResultStep,
  type Validate,
} from '../generated/validators.mjs';

const VALIDATORS: ReadonlyMap<string, Validate> = new Map([
  ['steps/agentTrigger', AgentTriggerStep],
  ['steps/message', MessageStep],
  ['steps/toolCallRequest', ToolCallRequestStep],
  ['steps/toolCallResult', ToolCallResultStep],
  ['steps/memoryContextRetrieval', MemoryContextRetrievalStep],
  ['steps/memoryStore', MemoryStoreStep],
  ['steps/knowledgeRetrieval', KnowledgeRetrievalStep],
  ['protocols/MCP', MCPMessage],
  ['message/send', A2AMessageSend],
  ['message/stream', A2AMessageStream],
  ['tasks/get', A2ATaskGet],
  ['tasks/cancel', A2ATasksCancel],
  ['tasks/resubscribe', A2ATasksResubscribe],
  ['tasks/pushNotificationConfig/get', A2ATaskPushNotificationConfigGet],
  ['tasks/pushNotificationConfig/set', A2ATaskPushNotificationConfigSet],
  ['ping', PingRequest],
]);

/** Returns the validator for requests of this method; undefined for a method that AOS 0.1 does not have. */
export function validatorOf(method: string): Validate | undefined {
  return VALIDATORS.get(method);
}

const A2A_METHODS: ReadonlySet<string> = new Set([
  'message/send',
  'message/stream',
  'tasks/get',
  'tasks/cancel',
  'tasks/resubscribe',
  'tasks/pushNotificationConfig/get',
  'tasks/pushNotificationConfig/set',
]);

/** Former names in AOS drafts, and the names in A2A 1.0. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['task/get', 'tasks/get'],
  ['task/cancel', 'tasks/cancel'],
  ['task/resubscribe', 'tasks/resubscribe'],
  ['task/pushNotificationConfig/get', 'tasks/pushNotificationConfig/get'],
  ['task/pushNotificationConfig/set', 'tasks/pushNotificationConfig/set'],
  ['SendMessage', 'message/send'],
  ['SendStreamingMessage', 'message/stream'],
  ['GetTask', 'tasks/get'],
  ['CancelTask', 'tasks/cancel'],
  ['SubscribeToTask', 'tasks/resubscribe'],
  ['GetTaskPushNotificationConfig', 'tasks/pushNotificationConfig/get'],
  ['SetTaskPushNotificationConfig', 'tasks/pushNotificationConfig/set'],
  ['CreateTaskPushNotificationConfig', 'tasks/pushNotificationConfig/set'],
]);

/** Returns the AOS name of an A2A method, from any of its names; undefined for a method that AOS does not have. */
export function a2aMethod(name: string): string | undefined {
  const method = ALIASES.get(name) ?? name;
  return A2A_METHODS.has(method) ? method : undefined;
}

/** Requests that only name a task, so that nothing can be modified. */
const FIXED_REQUESTS: ReadonlySet<string> = new Set([
  'tasks/cancel',
  'tasks/resubscribe',
  'tasks/pushNotificationConfig/get',
]);

/** Whether AOS defines modify here: not for requests that only name a task. */
export function mayModify(method: string, isRequestLeg: boolean): boolean {
  return !(isRequestLeg && FIXED_REQUESTS.has(method));
}
