import type { Dict, Tool, ToolCall } from '@interpose/core';
import {
  boolean,
  constantFrom,
  dictionary,
  jsonValue,
  record,
  string,
  stringMatching,
  type Arbitrary,
} from 'fast-check';

/** A call as a model asks for it; arguments are any JSON object. */
export function arbitraryToolCall(): Arbitrary<ToolCall> {
  return record({ id: arbitraryCallId(), name: arbitraryName(), args: arbitraryArgs() });
}

/** A tool as a host knows it, reachable or not. */
export function arbitraryTool(): Arbitrary<Tool> {
  return record(
    {
      name: arbitraryName(),
      description: string(),
      origin: constantFrom('local', 'mcp', 'provider', 'agent'),
      known: boolean(),
      enabled: boolean(),
    },
    { requiredKeys: ['name', 'origin', 'known', 'enabled'] },
  );
}

/** A tool's name, as every provider takes it. */
export function arbitraryName(): Arbitrary<string> {
  return stringMatching(/^[a-z][a-z0-9_]{0,15}$/);
}

/** A call id; hosts reuse them, so few are enough. */
export function arbitraryCallId(): Arbitrary<string> {
  return stringMatching(/^call_[0-9a-f]{1,4}$/);
}

/** Arguments: any JSON object, awkward keys included. */
export function arbitraryArgs(): Arbitrary<Dict> {
  return dictionary(string(), jsonValue(), { maxKeys: 5, noNullPrototype: true });
}
