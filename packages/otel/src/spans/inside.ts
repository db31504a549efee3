import { createContextKey, trace, type Context, type Span } from '@opentelemetry/api';

/** The key under which every version of the API keeps the span of a context; a test reads it through the API. */
const SPAN = createContextKey('OpenTelemetry Context Key SPAN');

/**
 * A context with a span, as `trace.setSpan` makes one, but without a copied map and three functions for each step of
 * each run. It keeps no other `Inside` that it was made from: code that never leaves its span would grow a chain.
 */
export class Inside implements Context {
  readonly #around: Context;
  readonly #span: Span;

  constructor(around: Context, span: Span) {
    this.#around = around instanceof Inside ? around.#around : around;
    this.#span = span;
  }

  getValue(key: symbol): unknown {
    return key === SPAN ? this.#span : this.#around.getValue(key);
  }

  setValue(key: symbol, value: unknown): Context {
    const around = key === SPAN ? this.#around : trace.setSpan(this.#around, this.#span);
    return around.setValue(key, value);
  }

  deleteValue(key: symbol): Context {
    return this.setValue(key, undefined);
  }
}
