import type { Dict } from '@interpose/core';
import { isDict } from '@interpose/adapter-kit';
import { reportToolError, toolCycle } from '@interpose/core/adapter';
import type { ChatRun } from '../run/host-run.ts';
import { toolFor } from './tool-facts.ts';
import type { NativeTool } from '../translate/native.ts';
import { answerOf } from '../translate/tool-result.ts';

/** The text that the model reads in place of a tool's result. */
export interface Stopped {
  readonly answer: unknown;
}

const elsewhere = new WeakSet<object>();

/** Marks an error that came out of a running tool: it may be about the parsing of something else. */
export function parsedElsewhere(error: unknown): unknown {
  if (isDict(error)) elsewhere.add(error);
  return error;
}

/** Whether LangChain refused the arguments of this very call. Its class is not compared: bundlers shorten its name. */
export function isParsingError(error: unknown): boolean {
  return (
    error instanceof Error &&
    !elsewhere.has(error) &&
    'output' in error &&
    error.message.startsWith('Received tool input')
  );
}

/**
 * Reports a call that reaches no tool to the hooks. Without `error`, this is known before LangChain parses the
 * arguments. Returns `undefined` if the call may go on, or if the host's own error stands.
 */
export async function reportInvalid(
  run: ChatRun,
  tool: NativeTool,
  input: unknown,
  config: unknown,
  error: unknown,
): Promise<Stopped | undefined> {
  const id = idOf(input, config);
  const unparsed = id === undefined ? undefined : run.remembered?.unparsed.get(id);
  const facts = toolFor(tool.name, tool, run);
  const raw: unknown = isCall(input) ? input['args'] : input;
  const args: Dict =
    unparsed !== undefined ? { input: unparsed } : isDict(raw) ? raw : { input: raw };
  const call = { id: id ?? tool.name, name: tool.name, args: run.copy(args) };
  const isUnreachable = !facts.known || !facts.enabled;
  if (error === undefined && unparsed === undefined && !isUnreachable) return undefined;
  if (id !== undefined) run.memory.open.delete(id);
  const outcome = isUnreachable
    ? await toolCycle(run.chat, { call, tool: facts, run: neverRun })
    : await reportToolError(run.chat, {
        call,
        tool: facts,
        cause: 'invalid',
        error: error ?? new Error('The arguments are no valid JSON.'),
      });
  if (error !== undefined && 'thrown' in outcome) return undefined;
  return { answer: outcome.kind === 'result' ? outcome.result : answerOf(outcome, tool, id) };
}

/** Whether a tool is called with a whole tool call, as the model wrote it. */
export function isCall(input: unknown): input is Readonly<Record<string, unknown>> {
  return isDict(input) && input['type'] === 'tool_call';
}

function idOf(input: unknown, config: unknown): string | undefined {
  if (isCall(input)) return input['id'] as string | undefined;
  const call = isDict(config) ? config['toolCall'] : undefined;
  return isDict(call) ? (call['id'] as string | undefined) : undefined;
}

function neverRun(): never {
  throw new TypeError('a tool that is not there was run');
}
