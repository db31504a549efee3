import { createContextKey, trace, type Context, type Span } from '@opentelemetry/api';

/** The key that every version of the API keeps a context's span under; a test reads it back through the API. */
const SPAN = createContextKey('OpenTelemetry Context Key SPAN');

/**
 * A context with a span in it, as `trace.setSpan` makes one: that copies a map and makes three functions, for each step
 * of each run. What one of these is made from is not kept in a chain, which code that never leaves its span would grow.
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
