/** The text that a browser may read as user name, host and port. */
export interface LinkStretch {
  readonly end: number;
  /** The text without the tabs and line breaks that browsers drop. */
  readonly text: string;
  /** False when more text may still belong to it. */
  readonly isWhole: boolean;
  /** True when it is longer than any host. A long user name can hide the host after it. */
  readonly isLong: boolean;
}

const LONGEST = 512;
const BARE = /[^\\/?# \t\n\f\r]{0,512}/y;
/** The same within quotes and pointed brackets, where blanks belong to it too. */
const ENCLOSED: Readonly<Record<string, RegExp>> = {
  '"': /[^\\/?#"]{0,512}/y,
  "'": /[^\\/?#']{0,512}/y,
  '<': /[^\\/?#>]{0,512}/y,
};
const OPENING = /(["'<])[\s\0-\x20]{0,8}$/;
const DROPPED = /[\t\n\r]/g;
/** Signs that end a host but can be part of a user name. */
const NO_HOST = /[<>"`|^]|[^\S\uFEFF\t\n\r]/;

/**
 * Returns the text from here to the path. Signs that no host can hold belong to it when an `@` follows. A link without
 * a scheme has no user name.
 */
export function linkStretch(text: string, start: number, from: number): LinkStretch {
  const opener = OPENING.exec(text.slice(Math.max(0, start - 9), start))?.[1];
  const shape = opener === undefined || start === from ? BARE : ENCLOSED[opener]!;
  shape.lastIndex = from;
  const written = shape.exec(text)![0];
  const isLong = written.length === LONGEST;
  const isWhole = isLong || from + written.length < text.length;
  const hostEnd = written.search(NO_HOST);
  const mayBeName = hostEnd >= 0 && start < from && (isLong || written.includes('@', hostEnd));
  const stretch = hostEnd < 0 || mayBeName ? written : written.slice(0, hostEnd);
  return {
    end: from + stretch.length,
    text: stretch.replaceAll(DROPPED, ''),
    isWhole,
    isLong: isLong && stretch === written,
  };
}
