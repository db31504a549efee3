import type { Dict, Failure, ToolCall } from '@interpose/core';

import { dictAt, isDict, stringAt } from '../wire/is-dict.ts';
import { present, type Codec, type Recall, type Taken } from './codec.ts';
import { matchOriginals } from './originals.ts';
import { toolOf } from './tool-call-event.ts';

const JSON_TYPE = 'application/json';

/** Results and errors of tool calls: both have one method, and `isError` tells which. */
function resultCodec(
  event: 'onToolCallResult' | 'onToolCallError',
  outputsOf: (payload: Dict, before: readonly Dict[]) => readonly unknown[],
  read: (outputs: readonly Dict[]) => Dict,
): Codec {
  const isError = event === 'onToolCallError';
  return {
    event,
    key: isError ? 'error' : 'result',
    slot: '/params/toolCallResult/result',
    method: () => 'steps/toolCallResult',
    encode: (payload) => ({
      toolCallResult: {
        executionId: (payload['call'] as ToolCall).id,
        result: { outputs: outputsOf(payload, []), isError },
      },
    }),
    hints: (payload) => endingHints(payload),
    decode: (params, hints, recall) => ({
      ...readEnding(dictAt(params, 'toolCallResult'), hints, recall),
      ...(isError ? { cause: stringAt(hints, 'cause') ?? 'threw' } : {}),
      ...read(outputsIn(params)),
    }),
    take: (params, payload) => takeResult(params, payload, isError, read),
    put: (params, value) => {
      const wire = dictAt(params, 'toolCallResult');
      const before = outputsIn(params);
      const payload = isError ? { error: value } : { result: value };
      const isSame = JSON.stringify(read(before)) === JSON.stringify(payload);
      const outputs = isSame ? before : outputsOf(payload, before);
      const result = { ...dictAt(wire, 'result'), outputs, isError };
      return { ...params, toolCallResult: { ...wire, result } };
    },
  };
}

export const toolResultEvent: Codec = resultCodec(
  'onToolCallResult',
  ({ result }, before) => encodeResult(result, before),
  (outputs) => ({ result: readResult(outputs) }),
);

export const toolErrorEvent: Codec = resultCodec(
  'onToolCallError',
  ({ error }) => [encodeError(error as string | Failure)],
  (outputs) => ({ error: readError(outputs) }),
);

/** Writes a result. A list that replaces several outputs becomes several outputs again. */
function encodeResult(result: unknown, before: readonly Dict[]): readonly unknown[] {
  if (result === undefined) return [];
  return before.length > 1 && Array.isArray(result)
    ? matchOriginals(result, before, readOutput, encodeOutput)
    : [encodeOutput(result)];
}

/** Writes an output: a string as text, any other value as JSON with its media type. */
function encodeOutput(value: unknown): Dict {
  if (typeof value === 'string') return { kind: 'text', text: value };
  const text = (JSON.stringify(value) as string | undefined) ?? 'null';
  return { kind: 'text', text, metadata: { mediaType: JSON_TYPE } };
}

function readResult(outputs: readonly Dict[]): unknown {
  const values = outputs.map(readOutput);
  return values.length > 1 ? values : values[0];
}

function readOutput(output: Dict): unknown {
  const text = stringAt(output, 'text') ?? '';
  if (stringAt(dictAt(output, 'metadata'), 'mediaType') !== JSON_TYPE) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function encodeError(error: string | Failure): Dict {
  if (typeof error === 'string') return { kind: 'text', text: error };
  const { message, name, code, status } = error;
  const metadata = present({ name, code, status });
  return {
    kind: 'text',
    text: message,
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
  };
}

function readError(outputs: readonly Dict[]): Failure {
  const message = outputs.map((output) => stringAt(output, 'text') ?? '').join('\n');
  const { name, code, status } = dictAt(outputs[0] ?? {}, 'metadata');
  return present({
    message,
    name: typeof name === 'string' ? name : undefined,
    code: typeof code === 'string' ? code : undefined,
    status: typeof status === 'number' ? status : undefined,
  }) as unknown as Failure; // the message is always present
}

function takeResult(
  params: Dict,
  payload: Dict,
  isError: boolean,
  read: (outputs: readonly Dict[]) => Dict,
): Taken | undefined {
  const wire = dictAt(params, 'toolCallResult');
  if (wire['executionId'] !== (payload['call'] as ToolCall).id) return undefined;
  const outputs = outputsIn(params);
  if (dictAt(wire, 'result')['isError'] === isError)
    return { value: Object.values(read(outputs))[0] };
  return isError
    ? { outcome: { result: readResult(outputs) } }
    : { outcome: { error: readError(outputs) } };
}

function outputsIn(params: Dict): readonly Dict[] {
  const outputs = dictAt(dictAt(params, 'toolCallResult'), 'result')['outputs'];
  return Array.isArray(outputs) ? outputs.filter(isDict) : [];
}

function endingHints(payload: Dict): Dict {
  const { call, originalCall, tool, durationMs, synthetic, cause } = payload;
  return present({
    call,
    originalCall: originalCall === call ? undefined : originalCall,
    tool,
    durationMs,
    synthetic,
    cause,
  });
}

/** Returns the call that has ended: sent by the client, else remembered from its request, else only with its id. */
function readEnding(wire: Dict, hints: Dict, recall: Recall): Dict {
  const id = stringAt(wire, 'executionId') ?? '';
  const told = hints['call'];
  const isTold = isDict(told) && told['id'] === id && typeof told['name'] === 'string';
  const known = isTold ? undefined : recall(id);
  const call = isTold
    ? (told as unknown as ToolCall) // id and name were checked
    : (known?.call ?? { id, name: '', args: {} });
  const duration = hints['durationMs'];
  return {
    call,
    originalCall: isDict(hints['originalCall']) ? hints['originalCall'] : call,
    tool: known?.tool ?? toolOf(hints, call.name),
    durationMs: typeof duration === 'number' ? duration : 0,
    synthetic: hints['synthetic'] === true,
  };
}
