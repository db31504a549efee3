/** One page of the site, written anew whenever the site is built. */
export interface Page {
  /** From the folder of the pages, without `.md`: `reference/events`. */
  readonly path: string;
  readonly markdown: string;
}
