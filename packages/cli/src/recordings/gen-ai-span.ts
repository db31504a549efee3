/** The fields read from a span of the OpenTelemetry GenAI semantic conventions. */
export interface GenAiSpan {
  readonly trace: string;
  /** `gen_ai.conversation.id` */
  readonly conversation: string | undefined;
  readonly startedAt: number;
  /** `chat`, `execute_tool`, `invoke_agent`, … */
  readonly operation: string;
  readonly agent: string | undefined;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly failed: string | undefined;
}

type Attributes = Readonly<Record<string, unknown>>;

interface WrittenSpan {
  readonly traceId?: string;
  readonly startTimeUnixNano?: string | number;
  readonly attributes?: unknown;
  readonly events?: readonly { readonly attributes?: unknown }[];
  readonly status?: { readonly code?: unknown; readonly message?: string };
}

/** Returns a span of an agent; undefined for any other span. Throws for a value that is no span. */
export function attributesOf(written: unknown): GenAiSpan | undefined {
  const { traceId, startTimeUnixNano, attributes: given, events, status } = written as WrittenSpan;
  // A span may lack attributes but never a time; some exporters write attributes and other names for times.
  const own = toAttributes(given ?? (startTimeUnixNano && {}));
  if (!('gen_ai.operation.name' in own)) return undefined;
  // Some exporters put the content in an event of the span.
  const told = Array.isArray(events) ? events.map((event: WrittenSpan) => toAttributes(event.attributes ?? {})) : [];
  const all: Attributes = Object.assign({}, ...told, own) as Attributes;
  const isError = status?.code === 2 || status?.code === 'STATUS_CODE_ERROR';
  return {
    trace: textIn(traceId) ?? '',
    conversation: textIn(all['gen_ai.conversation.id']),
    startedAt: Number(startTimeUnixNano ?? 0) / 1e6,
    operation: String(own['gen_ai.operation.name']),
    agent: textIn(all['gen_ai.agent.id'] ?? all['gen_ai.agent.name']),
    attributes: all,
    failed: isError ? (status?.message ?? 'failed') : undefined,
  };
}

/** Returns a text; undefined for any other value. */
export function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function toAttributes(given: unknown): Attributes {
  return Array.isArray(given) ? fromPairs(given) : (given as Attributes);
}

interface Pair {
  readonly key: string;
  readonly value?: unknown;
}

function fromPairs(pairs: readonly unknown[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    (pairs as readonly Pair[]).map(({ key, value }) => [key, plain(value)]),
  );
}

/** Unwraps a value: OTLP puts each value in an object that names its type. */
function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('intValue' in value) return Number(value.intValue);
  if ('arrayValue' in value) return ((value.arrayValue as { values?: unknown[] }).values ?? []).map(plain);
  if ('kvlistValue' in value)
    return fromPairs((value.kvlistValue as { values?: unknown[] }).values ?? []);
  return Object.values(value)[0];
}
