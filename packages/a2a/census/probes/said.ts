import type { Dict } from '@interpose/core';
import { canaries } from '@interpose/testing/probes';

import { carried } from './wire-modes.ts';

const question = canaries[carried.question];
const answer = canaries[carried.answer];

const message = (role: string, text: string): Dict => ({
  messageId: 'm1',
  role,
  parts: [{ text }, { data: { secret: text } }],
  metadata: { secret: text },
});

const status = (text: string): Dict => ({
  state: 'TASK_STATE_WORKING',
  message: message('ROLE_AGENT', text),
});

const task = {
  id: 't1',
  contextId: 'c1',
  status: status(answer),
  artifacts: [{ artifactId: 'a1', name: answer, parts: [{ text: answer }] }],
  history: [message('ROLE_AGENT', answer)],
  metadata: { secret: answer },
};

const config = (id: string, token: string): Dict => ({
  id,
  taskId: 't1',
  url: 'https://hook.example/updates',
  token,
});

const send = { message: message('ROLE_USER', question) };

/** One method of A2A: what is asked, and what comes back, as JSON of A2A 1.0. */
export interface Said {
  readonly params: Dict;
  /** None where the answer is empty. */
  readonly results: readonly Dict[];
}

/** Every method by its name in A2A 1.0. */
export const said: Readonly<Record<string, Said>> = {
  SendMessage: { params: send, results: [{ task }] },
  SendStreamingMessage: {
    params: send,
    results: [
      { task },
      { statusUpdate: { taskId: 't1', contextId: 'c1', status: status(answer) } },
      {
        artifactUpdate: {
          taskId: 't1',
          contextId: 'c1',
          artifact: { artifactId: 'a1', parts: [{ text: answer }] },
        },
      },
    ],
  },
  SubscribeToTask: { params: { id: question }, results: [{ task }] },
  GetTask: { params: { id: question }, results: [task] },
  CancelTask: { params: { id: question }, results: [task] },
  ListTasks: { params: { contextId: question }, results: [{ tasks: [task], nextPageToken: '' }] },
  GetExtendedAgentCard: {
    params: { tenant: question },
    results: [
      {
        name: answer,
        description: answer,
        version: '1.0.0',
        signatures: [{ protected: answer, signature: answer }],
      },
    ],
  },
  CreateTaskPushNotificationConfig: {
    params: config('p1', question),
    results: [config('p1', answer)],
  },
  GetTaskPushNotificationConfig: {
    params: { taskId: 't1', id: question },
    results: [config('p1', answer)],
  },
  ListTaskPushNotificationConfigs: {
    params: { taskId: question },
    results: [{ configs: [config('p1', answer)], nextPageToken: '' }],
  },
  DeleteTaskPushNotificationConfig: { params: { taskId: 't1', id: question }, results: [] },
};
