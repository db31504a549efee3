import { checkOptions, InterposeError, type ModelResponse } from '@interpose/core';
import type { Meter, Tracer } from '@opentelemetry/api';

/**
 * What `telemetry` takes; every option has a default.
 *
 * @example
 * const options: TelemetryOptions = { decisions: 'all', spans: ['chat', 'model', 'tool'] };
 * createHooks({ policies: [telemetry(options)] });
 */
export interface TelemetryOptions {
  /** Where spans go: the tracer of the global provider. */
  readonly tracer?: Tracer;
  /** Where metrics go: the meter of the global provider. */
  readonly meter?: Meter;
  /** The kinds of spans: all of them. */
  readonly spans?: readonly SpanName[];
  /** `interfering`: only decisions that are not a plain allow become span events. Metrics count all of them. */
  readonly decisions?: 'interfering' | 'all';
  /**
   * Captures messages, arguments and results through this function, such as `redactWith([redactPersonal()])`.
   * Nothing of them is captured without it. What it throws leaves the attribute out.
   */
  readonly content?: (value: unknown) => unknown;
  /** `gen_ai.provider.name`, for example `openai`; a function is asked with the framework and the model. */
  readonly provider?:
    | string
    | ((framework: string, model: string | undefined) => string | undefined);
  /** What an answer cost, in US dollars, for the metric `interpose.spend`. */
  readonly priceOf?: (response: ModelResponse, model: string | undefined) => number | undefined;
  /** Write the names that the conventions only propose, too: false. */
  readonly proposedNames?: boolean;
}

/**
 * The kinds of spans there are.
 *
 * @example
 * const quiet: readonly SpanName[] = ['chat', 'tool'];
 */
export type SpanName = 'session' | 'chat' | 'model' | 'tool' | 'retrieval' | 'delegation';

const SPANS: readonly SpanName[] = ['session', 'chat', 'model', 'tool', 'retrieval', 'delegation'];
const OPTIONS = [
  'tracer',
  'meter',
  'spans',
  'decisions',
  'content',
  'provider',
  'priceOf',
  'proposedNames',
];

/** The options with their defaults. Throws `invalid_option` for what is unknown or cannot be. */
export function readOptions(options: TelemetryOptions): TelemetryOptions & {
  readonly spans: ReadonlySet<SpanName>;
} {
  checkOptions('telemetry', options, OPTIONS);
  const { spans = SPANS, decisions = 'interfering', content } = options;
  const odd = spans.find((name) => !SPANS.includes(name));
  if (odd !== undefined)
    throw invalid(`there are no spans ${odd}`, `choose of ${SPANS.join(', ')}`);
  if (decisions !== 'interfering' && decisions !== 'all')
    throw invalid(`decisions is ${String(decisions)}`, 'pass interfering or all');
  if (content !== undefined && typeof content !== 'function')
    throw invalid('content is not a function', 'pass a function that redacts, or leave it out');
  return { ...options, decisions, spans: new Set(spans) } as never;
}

function invalid(problem: string, remedy: string): InterposeError {
  return new InterposeError('invalid_option', problem, remedy);
}
