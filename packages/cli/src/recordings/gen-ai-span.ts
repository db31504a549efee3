/** What is read of a span after the GenAI semantic conventions of OpenTelemetry. */
export interface GenAiSpan {
  readonly trace: string;
  /** `gen_ai.conversation.id` */
  readonly conversation?: string;
  readonly startedAt: number;
  /** `chat`, `execute_tool`, `invoke_agent`, … */
  readonly operation: string;
  readonly agent?: string;
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

/** A span of an agent; nothing for any other span. */
export function attributesOf(written: unknown): GenAiSpan | undefined {
  if (typeof written !== 'object' || written === null) return undefined;
  const { traceId = '', startTimeUnixNano = 0, attributes: given, events, status } = written as WrittenSpan;
  const own = toAttributes(given);
  const operation = own['gen_ai.operation.name'];
  if (typeof operation !== 'string') return undefined;
  // Content may stand in an event of the span.
  const told = Array.isArray(events) ? events.map((event: WrittenSpan) => toAttributes(event.attributes)) : [];
  const all: Attributes = Object.assign({}, ...told, own) as Attributes;
  const conversation = all['gen_ai.conversation.id'];
  const agent = all['gen_ai.agent.id'] ?? all['gen_ai.agent.name'];
  const isError = status?.code === 2 || status?.code === 'STATUS_CODE_ERROR';
  return {
    trace: typeof traceId === 'string' ? traceId : '',
    ...(typeof conversation === 'string' ? { conversation } : {}),
    startedAt: Number(startTimeUnixNano) / 1e6,
    operation,
    ...(typeof agent === 'string' ? { agent } : {}),
    attributes: all,
    failed: isError ? (status?.message ?? 'failed') : undefined,
  };
}

function toAttributes(given: unknown): Attributes {
  return Array.isArray(given) ? fromPairs(given) : ((given ?? {}) as Attributes);
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

/** OTLP wraps each value in an object that names its kind. */
function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('intValue' in value) return Number(value.intValue);
  if ('arrayValue' in value) return ((value.arrayValue as { values?: unknown[] }).values ?? []).map(plain);
  if ('kvlistValue' in value)
    return fromPairs((value.kvlistValue as { values?: unknown[] }).values ?? []);
  return Object.values(value)[0];
}
