/** One page of the site, written again on every build. */
export interface Page {
  /** The path in the folder of the pages, without `.md`: `reference/events`. */
  readonly path: string;
  readonly markdown: string;
}
