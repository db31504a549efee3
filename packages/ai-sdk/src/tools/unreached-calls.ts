import { isDict, isThenable, parseArguments, toldUnreached } from '@interpose/adapter-kit';
import type { ToolCall, ToolErrorCause } from '@interpose/core';
import { describeTool, toolNamed } from './tool-facts.ts';
import type { CallOptions, StepListener } from '../targets/shapes.ts';
import type { ToolSeam } from './run-tool.ts';

type InvalidCall = Readonly<Record<string, unknown>> & {
  readonly toolCallId: string;
  readonly toolName: string;
};

/** The run that the calls of a step belong to, and its tools. */
export type StepOwner = Pick<ToolSeam, 'run' | 'tools'>;

/**
 * Returns step listeners that first report the calls that reached no tool to hooks. The SDK itself answers the model
 * about an unknown or inactive tool, and about invalid arguments; the model then reads the error as hooks left it.
 * Without such calls the app's own listener is called at once. v7 calls `onStepEnd`, else `onStepFinish`; v6 knows only
 * `onStepFinish`.
 */
export function stepListeners(
  { onStepEnd, onStepFinish }: Pick<CallOptions, 'onStepEnd' | 'onStepFinish'>,
  owner: () => StepOwner | undefined,
): { readonly onStepEnd: StepListener; readonly onStepFinish: StepListener } {
  const listener =
    (own: StepListener | undefined): StepListener =>
    (step) =>
      endStep(step, owner(), own);
  return { onStepEnd: listener(onStepEnd ?? onStepFinish), onStepFinish: listener(onStepFinish) };
}

/** Apart from the listeners, so that a step makes no closure unless something has to be awaited. */
function endStep(
  step: unknown,
  owner: StepOwner | undefined,
  own: StepListener | undefined,
): unknown {
  const invalid = invalidCalls(step);
  const told =
    owner === undefined || invalid.length === 0
      ? own?.(step)
      : reportEach(owner, invalid, contentOf(step)).then(() => own?.(step));
  if (!isThenable(told)) {
    owner?.run.tools?.meet();
    return told;
  }
  return told.then((answer) => {
    owner?.run.tools?.meet();
    return answer;
  });
}

function invalidCalls(step: unknown): readonly InvalidCall[] {
  const content = contentOf(step);
  return content.some(isInvalidCall) ? content.filter(isInvalidCall) : NOTHING;
}

function contentOf(step: unknown): readonly unknown[] {
  const content: unknown = isDict(step) ? step['content'] : undefined;
  return Array.isArray(content) ? content : NOTHING;
}

const NOTHING: readonly never[] = [];

function isInvalidCall(part: unknown): part is InvalidCall {
  return (
    isDict(part) &&
    part['type'] === 'tool-call' &&
    part['invalid'] === true &&
    part['providerExecuted'] !== true
  );
}

async function reportEach(
  { run, tools }: StepOwner,
  invalid: readonly InvalidCall[],
  content: readonly unknown[],
): Promise<void> {
  for (const native of invalid) {
    const { toolCallId: id, toolName: name, input, error } = native;
    const own = toolNamed(tools, name);
    const cause = causeOf(error, own !== undefined);
    const args = isDict(input) ? input : parseArguments(textOf(input, error));
    const call: ToolCall = { id, name, args: run.copy(args) };
    const facts = describeTool(name, own, run.hooks);
    const tool = cause === 'disabled' ? { ...facts, enabled: false } : facts;
    const value = await toldUnreached(await run.chat, { call, tool, cause, error, native });
    if (value === undefined) continue;
    const told = content.find(
      (part) => isDict(part) && part['type'] === 'tool-error' && part['toolCallId'] === id,
    ) as { readonly error: unknown } | undefined;
    run.memory.outputs.set(outputKey(id, told?.error), { type: 'error-text', value });
  }
}

/** Returns the key for the output of a call. A model may use an id again, so the SDK's own text is part of it. */
export function outputKey(toolCallId: string, text: unknown): string {
  return `${toolCallId} ${String(text)}`;
}

/** Returns the text that the model wrote, if the input is not an object; the SDK may have parsed it. */
function textOf(input: unknown, error: unknown): string {
  const text = isDict(error) ? error['toolInput'] : undefined;
  if (typeof text === 'string') return text;
  return typeof input === 'string' ? input : (JSON.stringify(input) ?? '');
}

/** Returns the cause by the name of the SDK's error. A known tool that was not offered in this step is disabled. */
function causeOf(error: unknown, known: boolean): ToolErrorCause {
  const original = isDict(error) && isDict(error['originalError']) ? error['originalError'] : error;
  const name = isDict(original) ? original['name'] : undefined;
  if (name !== 'AI_NoSuchToolError') return 'invalid';
  return known ? 'disabled' : 'unknown';
}
