import { trace, type Span } from '@opentelemetry/api';

/** What SDK spans have beside the methods of the API, where the app's SDK makes them readable. */
interface ReadableSpan {
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly instrumentationScope?: { readonly name?: string };
}

/** The scope that the spans of this package are made in. */
export const SCOPE = '@interpose/otel';

/**
 * The span that the framework's own telemetry made for the step that runs right now; undefined where there is none.
 * Decisions then go onto that span, so that no step is told twice.
 *
 * @param names attributes or the beginning of one that tell such a span from any other span of the app.
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
