/** A page of rows, and the cursor of the next one. */
export interface Page<T> {
  readonly rows: readonly T[];
  readonly next: string | null;
}
