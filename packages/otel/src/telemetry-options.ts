import { checkOptions, InterposeError, type ModelResponse, type OptionKind } from '@interpose/core';
import type { Meter, Tracer } from '@opentelemetry/api';

/**
 * The options of `telemetry`; every one has a default.
 *
 * @example
 * const options: TelemetryOptions = { decisions: 'all', spans: ['chat', 'model', 'tool'] };
 * createHooks({ policies: [telemetry(options)] });
 */
export interface TelemetryOptions {
  /** The tracer for spans; that of the global provider by default. */
  readonly tracer?: Tracer;
  /** The meter for metrics; that of the global provider by default. */
  readonly meter?: Meter;
  /** The kinds of spans to make; all of them by default. */
  readonly spans?: readonly SpanName[];
  /** `interfering`, the default: only decisions other than a plain allow become span events. Metrics count all. */
  readonly decisions?: 'interfering' | 'all';
  /**
   * Captures messages, arguments and results through this function, such as `redactWith([redactPersonal()])`. Without
   * it none of them is captured. If it throws, the attribute is left out.
   */
  readonly content?: (value: unknown) => unknown;
  /** `gen_ai.provider.name`, for example `openai`; a function is asked with the framework and the model. */
  readonly provider?:
    | string
    | ((framework: string, model: string | undefined) => string | undefined);
  /** Returns the cost of an answer in US dollars, for the metric `interpose.spend`. */
  readonly priceOf?: (response: ModelResponse, model: string | undefined) => number | undefined;
  /** Whether to write the names that the conventions only propose, too; false by default. */
  readonly proposedNames?: boolean;
}

/**
 * The kinds of spans.
 *
 * @example
 * const quiet: readonly SpanName[] = ['chat', 'tool'];
 */
export type SpanName = 'session' | 'chat' | 'model' | 'tool' | 'retrieval' | 'delegation';

const SPANS: readonly SpanName[] = ['session', 'chat', 'model', 'tool', 'retrieval', 'delegation'];
const OPTIONS = {
  tracer: 'any',
  meter: 'any',
  spans: 'list',
  decisions: 'any',
  content: 'any',
  provider: 'string or function',
  priceOf: 'function',
  proposedNames: 'boolean',
} satisfies Record<keyof TelemetryOptions, OptionKind>;

/** Returns the options with their defaults. Throws `invalid_option` for an unknown option or an invalid value. */
export function readOptions(options: TelemetryOptions): TelemetryOptions & {
  readonly spans: ReadonlySet<SpanName>;
} {
  checkOptions('telemetry', options, OPTIONS);
  const { spans = SPANS, decisions = 'interfering', content, tracer, meter } = options;
  const odd = spans.find((name) => !SPANS.includes(name));
  if (odd !== undefined)
    throw invalid(`there are no spans ${odd}`, `choose of ${SPANS.join(', ')}`);
  if (decisions !== 'interfering' && decisions !== 'all')
    throw invalid(`decisions is ${String(decisions)}`, 'pass interfering or all');
  if (content !== undefined && typeof content !== 'function')
    throw invalid('content is not a function', 'pass a function that redacts, or leave it out');
  if (tracer !== undefined && typeof tracer?.startSpan !== 'function')
    throw invalid('tracer is no tracer', 'pass what getTracer of your SDK returned');
  if (meter !== undefined && typeof meter?.createCounter !== 'function')
    throw invalid('meter is no meter', 'pass what getMeter of your SDK returned');
  return { ...options, decisions, spans: new Set(spans) } as never;
}

function invalid(problem: string, remedy: string): InterposeError {
  return new InterposeError('invalid_option', problem, remedy);
}
