import {
  answerWith,
  around,
  findSuspended,
  modelCycle,
  openChat,
  reportToolError,
  seeInventory,
  streamCycle,
  toolCycle,
  type Chat,
  type StreamOutcome,
  type StreamStep,
} from '@interpose/core/adapter';

/** The core functions for adapters that the fake host uses; a test may break one to see that it is noticed. */
export interface Cycles {
  readonly openChat: typeof openChat;
  readonly findSuspended: typeof findSuspended;
  readonly modelCycle: typeof modelCycle;
  readonly streamCycle: <Part>(chat: Chat, step: StreamStep<Part>) => Promise<StreamOutcome<Part>>;
  readonly toolCycle: typeof toolCycle;
  readonly reportToolError: typeof reportToolError;
  readonly answerWith: typeof answerWith;
  readonly around: typeof around;
  readonly seeInventory: typeof seeInventory;
  /** Whether a tool is enabled; false if every scope of the tool is unregistered. */
  isEnabled(chat: Chat, tool: string): boolean;
}

/** The core's own cycles. */
export const coreCycles: Cycles = {
  openChat,
  findSuspended,
  modelCycle,
  streamCycle,
  toolCycle,
  reportToolError,
  answerWith,
  around,
  seeInventory,
  isEnabled: ({ hooks }, tool) => hooks.scopes.isEnabled(tool),
};
