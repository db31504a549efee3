/** What a worker wants of a store that all of them share; texts are JSON, undefined is no value. */
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

/** What is there, and when that was by the clock of the store. */
export interface Looked {
  readonly text: string | undefined;
  readonly now: number | undefined;
}

/** The JSON of a value; undefined for none. */
export function textOf(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}

/** The value of a text; undefined for none. */
export function valueOf(text: string | undefined): unknown {
  return text === undefined ? undefined : (JSON.parse(text) as unknown);
}
