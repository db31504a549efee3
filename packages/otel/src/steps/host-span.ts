import { trace, type Span } from '@opentelemetry/api';

/** The members that spans have besides the API's methods, if the app's SDK makes them readable. */
interface ReadableSpan {
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly instrumentationScope?: { readonly name?: string };
}

/** The instrumentation scope of the spans of this package. */
export const SCOPE = '@interpose/otel';

/**
 * Returns the span that the framework's own telemetry made for the step that runs now; undefined if there is none.
 * Decisions then go onto that span, so that no step has two spans.
 *
 * @param isStep whether attributes are those of such a span, and not of any other span of the app.
 */
export function hostSpan(
  isStep: (attributes: Readonly<Record<string, unknown>>) => boolean,
): Span | undefined {
  const span = trace.getActiveSpan();
  if (span?.isRecording() !== true) return undefined;
  const { attributes, instrumentationScope } = span as ReadableSpan;
  const isOther = attributes !== undefined && instrumentationScope?.name !== SCOPE;
  return isOther && isStep(attributes) ? span : undefined;
}
