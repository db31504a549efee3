import type { Dict } from '@interpose/core';

const task = {
  id: 'task-1',
  contextId: 'context-1',
  status: { state: 'TASK_STATE_WORKING' },
} as const;
const config = { taskId: 'task-1', id: 'config-1', url: 'https://planner.example/hook' } as const;

interface MethodSample {
  /** The name of the method in A2A 1.0. */
  readonly wire: string;
  params(text: string): Dict;
  result(text: string): Dict;
}

const samples: Readonly<Record<A2aMethodName, MethodSample>> = {
  'message/send': { wire: 'SendMessage', params: asked, result: answered },
  'message/stream': { wire: 'SendStreamingMessage', params: asked, result: answered },
  'tasks/get': { wire: 'GetTask', params: () => ({ id: 'task-1' }), result: () => task },
  'tasks/cancel': { wire: 'CancelTask', params: () => ({ id: 'task-1' }), result: () => task },
  'tasks/resubscribe': {
    wire: 'SubscribeToTask',
    params: () => ({ id: 'task-1' }),
    result: () => ({ task }),
  },
  'tasks/pushNotificationConfig/set': {
    wire: 'CreateTaskPushNotificationConfig',
    params: () => config,
    result: () => config,
  },
  'tasks/pushNotificationConfig/get': {
    wire: 'GetTaskPushNotificationConfig',
    params: () => ({ taskId: 'task-1', id: 'config-1' }),
    result: () => config,
  },
};

/** The A2A methods that AOS names, in the spelling of AOS. */
export type A2aMethodName =
  | 'message/send'
  | 'message/stream'
  | 'tasks/get'
  | 'tasks/cancel'
  | 'tasks/resubscribe'
  | 'tasks/pushNotificationConfig/set'
  | 'tasks/pushNotificationConfig/get';

/** All seven methods. */
export const a2aMethods: readonly A2aMethodName[] = Object.keys(samples) as A2aMethodName[];

/** Returns a valid A2A 1.0 request with the id 1; if the method sends a message, its text is this one. */
export function a2aRequest(method: A2aMethodName, text: string = 'hello'): Dict {
  return {
    jsonrpc: '2.0',
    id: 1,
    method: samples[method].wire,
    params: samples[method].params(text),
  };
}

/** Returns a valid answer, or event of a stream, with the id 1; if it carries a message, its text is this one. */
export function a2aAnswer(method: A2aMethodName, text: string = 'the answer'): Dict {
  return { jsonrpc: '2.0', id: 1, result: samples[method].result(text) };
}

/** Returns the same message with another text in its params or its result. */
export function a2aSaying(message: Dict, text: string): Dict {
  return 'params' in message
    ? { ...message, params: asked(text) }
    : { ...message, result: answered(text) };
}

/** Returns the text of a request or an answer. */
export function a2aText({ params, result }: Dict): unknown {
  const carrier = (params ?? result) as
    | { readonly message?: { readonly parts?: readonly { readonly text?: string }[] } }
    | undefined;
  return carrier?.message?.parts?.map((part) => part.text).join('');
}

function asked(text: string): Dict {
  return { message: { messageId: 'message-1', role: 'ROLE_USER', parts: [{ text }] } };
}

function answered(text: string): Dict {
  return { message: { messageId: 'message-2', role: 'ROLE_AGENT', parts: [{ text }] } };
}
