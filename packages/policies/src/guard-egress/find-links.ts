/** A link in a text: where its scheme and host stand. */
export interface FoundLink {
  readonly start: number;
  /** Behind the host, user name and port. */
  readonly end: number;
  readonly authority: string;
}

/** With its scheme anywhere; without slashes or scheme only where Markdown and HTML put addresses. */
const LINK =
  /(?:https?|wss?|ftp):[\\/]{1,8}([^\s<>"`|^\\/?#]{1,300})|(?<=[("'=<]\s?|\]:\s?)(?:(?:https?|wss?|ftp):|[\\/]{2,8})([^\s<>"`|^\\/?#]{1,300})/gi;
const TRAILING = /[)\]}'*_,.;:!~]$/;

/** The links of a text that a browser would follow, in order. */
export function findLinks(text: string): readonly FoundLink[] {
  const links: FoundLink[] = [];
  LINK.lastIndex = 0;
  for (let match = LINK.exec(text); match !== null; match = LINK.exec(text)) {
    const written = match[1] ?? match[2] ?? '';
    const authority = withoutTail(written);
    const end = LINK.lastIndex - (written.length - authority.length);
    if (authority === '') continue;
    LINK.lastIndex = end;
    if (!authority.includes('[.')) links.push({ start: match.index, end, authority });
  }
  return links;
}

function withoutTail(written: string): string {
  const open = /^[^[]{0,300}@?\[[^\]]{0,300}\]/.exec(written)?.[0].length ?? 0;
  const close = written.slice(open).search(/[)\]]/);
  let authority = close < 0 ? written : written.slice(0, open + close);
  while (authority.length > open && TRAILING.test(authority)) authority = authority.slice(0, -1);
  return authority;
}
