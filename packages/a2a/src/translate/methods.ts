import {
  AgentCard,
  CancelTaskRequest,
  DeleteTaskPushNotificationConfigRequest,
  GetExtendedAgentCardRequest,
  GetTaskPushNotificationConfigRequest,
  GetTaskRequest,
  ListTaskPushNotificationConfigsRequest,
  ListTaskPushNotificationConfigsResponse,
  ListTasksRequest,
  ListTasksResponse,
  SendMessageRequest,
  StreamResponse,
  SubscribeToTaskRequest,
  Task,
  TaskPushNotificationConfig,
  type MessageFns,
} from '@a2a-js/sdk';
import { extensionResult, NOTHING, sendResult, VERBATIM, type Codec } from './codec.ts';

/** One method of A2A, for every binding. */
export interface A2aMethod {
  /** The name that hooks see as `method`: the name in A2A 0.3, which AOS uses as well. */
  readonly method: string;
  /** The name in A2A 1.0, as in the JSON-RPC message. */
  readonly wire: string;
  readonly streams: boolean;
  readonly params: Codec;
  readonly result: Codec;
}

const CARD = 'agent/getAuthenticatedExtendedCard';
const CONFIG = 'tasks/pushNotificationConfig';

const SEND = unary('message/send', 'SendMessage', SendMessageRequest, sendResult);
const STREAM = streaming('message/stream', 'SendStreamingMessage', SendMessageRequest);
const RESUBSCRIBE = streaming('tasks/resubscribe', 'SubscribeToTask', SubscribeToTaskRequest);
const GET = unary('tasks/get', 'GetTask', GetTaskRequest, codec(Task));
const CANCEL = unary('tasks/cancel', 'CancelTask', CancelTaskRequest, codec(Task));
const LIST = unary('tasks/list', 'ListTasks', ListTasksRequest, codec(ListTasksResponse));
const EXTENDED_CARD = unary(
  CARD,
  'GetExtendedAgentCard',
  GetExtendedAgentCardRequest,
  codec(AgentCard),
);
const SET_CONFIG = unary(
  `${CONFIG}/set`,
  'CreateTaskPushNotificationConfig',
  TaskPushNotificationConfig,
  codec(TaskPushNotificationConfig),
);
const GET_CONFIG = unary(
  `${CONFIG}/get`,
  'GetTaskPushNotificationConfig',
  GetTaskPushNotificationConfigRequest,
  codec(TaskPushNotificationConfig),
);
const LIST_CONFIGS = unary(
  `${CONFIG}/list`,
  'ListTaskPushNotificationConfigs',
  ListTaskPushNotificationConfigsRequest,
  codec(ListTaskPushNotificationConfigsResponse),
);
const DELETE_CONFIG = unary(
  `${CONFIG}/delete`,
  'DeleteTaskPushNotificationConfig',
  DeleteTaskPushNotificationConfigRequest,
  NOTHING,
);

const BOTH_SIDES = [
  ['sendMessage', SEND],
  ['sendMessageStream', STREAM],
  ['getTask', GET],
  ['cancelTask', CANCEL],
  ['listTasks', LIST],
  ['createTaskPushNotificationConfig', SET_CONFIG],
  ['getTaskPushNotificationConfig', GET_CONFIG],
  ['deleteTaskPushNotificationConfig', DELETE_CONFIG],
] as const;

/** The A2A method that each method of a client's transport sends. */
export const transportMethods: ReadonlyMap<PropertyKey, A2aMethod> = new Map<
  PropertyKey,
  A2aMethod
>([
  ...BOTH_SIDES,
  ['resubscribeTask', RESUBSCRIBE],
  ['listTaskPushNotificationConfig', LIST_CONFIGS],
  ['getExtendedAgentCard', EXTENDED_CARD],
]);

/** The A2A method that each method of a server's request handler answers. */
export const handlerMethods: ReadonlyMap<PropertyKey, A2aMethod> = new Map<PropertyKey, A2aMethod>([
  ...BOTH_SIDES,
  ['resubscribe', RESUBSCRIBE],
  ['listTaskPushNotificationConfigs', LIST_CONFIGS],
  ['getAuthenticatedExtendedAgentCard', EXTENDED_CARD],
]);

const BY_WIRE_NAME: ReadonlyMap<string, A2aMethod> = new Map(
  [...transportMethods.values()].map((method) => [method.wire, method]),
);

/** A task update that a server posts to a webhook. A2A has no method for it, so the name is our own. */
export const PUSH: A2aMethod = streaming('tasks/pushNotification', 'PushNotification', Task);

/** Returns an extension's method, or a known one that is called by name; its params and result stay as they are. */
export function extensionMethod(wire: string): A2aMethod {
  const method = BY_WIRE_NAME.get(wire)?.method ?? wire;
  return { method, wire, streams: false, params: VERBATIM, result: extensionResult };
}

function unary<T>(method: string, wire: string, params: MessageFns<T>, result: Codec): A2aMethod {
  return { method, wire, streams: false, params: codec(params), result };
}

function streaming<T>(method: string, wire: string, params: MessageFns<T>): A2aMethod {
  return { method, wire, streams: true, params: codec(params), result: codec(StreamResponse) };
}

function codec<T>(functions: MessageFns<T>): Codec {
  return {
    read: (json) => functions.fromJSON(json),
    write: (native) => functions.toJSON(native as T),
  };
}
