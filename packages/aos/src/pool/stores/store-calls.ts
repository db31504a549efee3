/** An operation of a worker on a shared store. Texts are JSON, undefined is no value. */
export type StoreCall = {
  /** The name of the store. */
  readonly store: string;
  readonly key: string;
} & (
  | { readonly does: 'get' }
  | { readonly does: 'set'; readonly text: string | undefined; readonly ttlMs: number | undefined }
  | { readonly does: 'look'; readonly ttlMs: number | undefined }
  | {
      readonly does: 'replace';
      readonly expected: string | undefined;
      readonly text: string | undefined;
      readonly ttlMs: number | undefined;
    }
  | { readonly does: 'clear' }
);

/** A value, and the time of the read on the clock of the store. */
export interface Looked {
  readonly text: string | undefined;
  readonly now: number | undefined;
}

/** Returns the JSON of a value; undefined for none. */
export function textOf(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}

/** Returns the value of a JSON text; undefined for none. */
export function valueOf(text: string | undefined): unknown {
  return text === undefined ? undefined : (JSON.parse(text) as unknown);
}
