import type { Dict, Message, ModelRequest, ModelResponse, Part, ToolSpec } from '@interpose/core';

import type {
  FakeAnswer,
  FakeCall,
  FakeMessage,
  FakeOffer,
  FakeRequest,
  FakeStop,
} from './fake-values.ts';
import type { Origins } from './origins.ts';

/** Converts a fake message to the contract's form; the same message always gives the same object. */
export function toMessage(native: FakeMessage, origins: Origins): Message {
  return origins.view(native, () => ({
    ...identity(native),
    role: roles[native.by],
    content: contentOf(native),
  }));
}

/** Converts a fake request to the contract's form. */
export function toRequest(native: FakeRequest, origins: Origins): ModelRequest {
  return {
    ...(native.model === undefined ? {} : { model: native.model }),
    ...(native.prompt === undefined ? {} : { instructions: native.prompt }),
    messages: native.history.map((message) => toMessage(message, origins)),
    tools: native.offers.map((offer) => origins.view(offer, () => toSpec(offer))),
  };
}

/** Converts a fake answer to the contract's form. */
export function toResponse(native: FakeAnswer, origins: Origins): ModelResponse {
  return origins.view(native, () => ({
    content: spoken(native.said, native.thought, native.calls),
    finishReason: finishReasons[native.stop],
  }));
}

/** Returns the arguments of a call; text that is no JSON object is kept under `input`. */
export function toArgs(input: string): Dict {
  return parseArgs(input) ?? { input };
}

/** Returns the arguments of a call; undefined if they are no JSON object. */
export function parseArgs(input: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(input);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    return undefined;
  }
  return undefined;
}

const roles = { user: 'user', system: 'system', model: 'assistant', tool: 'tool' } as const;

const finishReasons: Readonly<Record<FakeStop, string>> = {
  end: 'stop',
  calls: 'tool-calls',
  length: 'length',
  filtered: 'content-filter',
};

function identity(native: FakeMessage): { readonly id?: string } {
  return native.by === 'user' && native.id !== undefined ? { id: native.id } : {};
}

function contentOf(native: FakeMessage): readonly Part[] {
  if (native.by === 'model') return spoken(native.said, native.thought, native.calls);
  if (native.by !== 'tool') return [{ type: 'text', text: native.said }];
  const { key, tool, outcome } = native;
  const came = outcome.kind === 'output' ? { result: outcome.output } : { error: outcome.failure };
  return [{ type: 'tool-result', id: key, name: tool, ...came }];
}

function spoken(
  said: string,
  thought: string | undefined,
  calls: readonly FakeCall[],
): readonly Part[] {
  return [
    ...(thought === undefined ? [] : [{ type: 'reasoning', text: thought } as const]),
    ...(said === '' ? [] : [{ type: 'text', text: said } as const]),
    ...calls.flatMap(callParts),
  ];
}

function callParts({ key, tool, input, ranAtProvider }: FakeCall): readonly Part[] {
  const asked: Part = { type: 'tool-call', id: key, name: tool, args: toArgs(input) };
  if (ranAtProvider === undefined) return [asked];
  return [asked, { type: 'tool-result', id: key, name: tool, result: ranAtProvider.output }];
}

function toSpec({ name, about, schema, hints }: FakeOffer): ToolSpec {
  return {
    name,
    origin: 'local',
    ...(about === undefined ? {} : { description: about }),
    ...(schema === undefined ? {} : { inputSchema: schema }),
    ...(hints === undefined ? {} : { annotations: hints }),
  };
}
