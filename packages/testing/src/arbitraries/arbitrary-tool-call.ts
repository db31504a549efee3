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

/** Generates a tool call of a model; the arguments are any JSON object. */
export function arbitraryToolCall(): Arbitrary<ToolCall> {
  return record({ id: arbitraryCallId(), name: arbitraryName(), args: arbitraryArgs() });
}

/** Generates a tool of a host, reachable or not. */
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

/** Generates a tool name that every provider accepts. */
export function arbitraryName(): Arbitrary<string> {
  return stringMatching(/^[a-z][a-z0-9_]{0,15}$/);
}

/** Generates a call id. Hosts reuse ids, so a few are enough. */
export function arbitraryCallId(): Arbitrary<string> {
  return stringMatching(/^call_[0-9a-f]{1,4}$/);
}

/** Generates arguments: any JSON object, including keys such as `__proto__`. */
export function arbitraryArgs(): Arbitrary<Dict> {
  return dictionary(string(), jsonValue(), { maxKeys: 5, noNullPrototype: true });
}
