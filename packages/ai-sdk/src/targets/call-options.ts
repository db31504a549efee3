import type { AppTools } from '../tools/tool-facts.ts';

/** What a call of the AI SDK is given, as far as the hooks touch it; the rest passes through. */
export interface CallOptions {
  readonly model?: unknown;
  readonly tools?: AppTools | undefined;
  readonly toolApproval?: unknown;
  readonly prompt?: unknown;
  readonly messages?: unknown;
  readonly system?: unknown;
  readonly instructions?: unknown;
  readonly telemetry?: unknown;
  readonly experimental_telemetry?: unknown;
  readonly abortSignal?: AbortSignal | undefined;
  readonly timeout?: unknown;
  readonly prepareStep?: PrepareStep | undefined;
  readonly experimental_prepareStep?: PrepareStep | undefined;
  readonly onStepEnd?: StepListener | undefined;
  readonly onStepFinish?: StepListener | undefined;
  readonly [option: string]: unknown;
}

/** May swap the model, the tools on offer and the messages of one step. */
export type PrepareStep = (options: unknown) => unknown;

/** Told when a step is over, before the next begins. */
export type StepListener = (step: unknown) => unknown;
