/** What a browser may take for user name, host and port. */
export interface LinkStretch {
  readonly end: number;
  /** Without the tabs and line breaks that browsers drop. */
  readonly text: string;
  /** False where more text may still belong to it. */
  readonly isWhole: boolean;
  /** True where it goes on for longer than hosts do, as user names may that are to hide what follows. */
  readonly isLong: boolean;
}

const LONGEST = 512;
const BARE = /[^\\/?# \t\n\f\r]{0,512}/y;
/** Inside of quotes and pointed brackets, blanks belong to it too. */
const ENCLOSED: Readonly<Record<string, RegExp>> = {
  '"': /[^\\/?#"]{0,512}/y,
  "'": /[^\\/?#']{0,512}/y,
  '<': /[^\\/?#>]{0,512}/y,
};
const OPENING = /(["'<])[\s\0-\x20]{0,8}$/;
const DROPPED = /[\t\n\r]/g;
/** Ends a host, but no user name. */
const NO_HOST = /[<>"`|^]|[^\S\uFEFF\t\n\r]/;

/**
 * What stands from here to the path; what no host can hold belongs to it where an `@` follows. Without a scheme there is
 * no user name.
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
