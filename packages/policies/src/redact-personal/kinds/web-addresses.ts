import { parse } from 'tldts';

import type { Kind, Stretch } from './kind.ts';

/**
 * Web addresses with a path, a query or a fragment; with `origins`, also those with only a host.
 *
 * @example
 * const kind: Kind = url({ origins: true });
 */
export function url({ origins }: { readonly origins: boolean }): Kind {
  return {
    type: 'URL',
    trigger: 'scheme',
    pattern: /(?<![A-Za-z0-9+.-])(?:https?|ftps?|wss?):\/\/[^\s<>"'`|\\^{}]{1,2000}/gi,
    check(text, { start, end }) {
      const trimmed = withoutPunctuation(text, { start, end });
      return origins || hasMore(text.slice(trimmed.start, trimmed.end)) ? trimmed : undefined;
    },
  };
}

/** Domain names under a public suffix, alone or as a whole web address. */
export const domainName: Kind = {
  type: 'DOMAIN_NAME',
  trigger: 'dot',
  pattern:
    /(?<![\p{L}\p{N}@_.+/-]|:\/\/)(?:(?:[hH][tT]{2}[pP][sS]?|[fF][tT][pP][sS]?|[wW][sS]{1,2}):\/\/)?(?:[\p{L}\p{N}](?:[\p{L}\p{N}_-]{0,62})\.){1,8}\p{L}[\p{L}\p{N}-]{1,23}(?![\p{L}\p{N}@_-]|\.[\p{L}\p{N}])(?::\d{1,5})?\/?/gu,
  check(text, { start, end }) {
    const written = text.slice(start, end);
    const host = written.replace(/^\w{2,5}:\/\//, '').replace(/[:/].{0,7}$/, '');
    const { isIcann, domain } = parse(host);
    if (isIcann !== true || domain === null) return undefined;
    const isBare = host.length === written.replace(/\/$/, '').length;
    if (isBare && (text[end] === '(' || !looksBare(host))) return undefined;
    const slashOnly = written.endsWith('/') && /[^\s"'<>|\\)\],.;]/.test(text[end] ?? ' ');
    return { start, end: slashOnly ? end - 1 : end };
  },
};

/** Suffixes that are file endings far more often. */
const FILE_ENDINGS: ReadonlySet<string> = new Set('md py rs sh zip mov ps cc mm'.split(' '));

/** Suffixes that are members of objects far more often. */
const MEMBERS: ReadonlySet<string> = new Set(
  'call date map name new now open post search select style'.split(' '),
);
/** Suffixes under which hosts of one letter exist. */
const OF_LETTERS: ReadonlySet<string> = new Set(['co', 'com', 'net', 'org']);

/** Whether a name without a scheme is a domain: `readme.md`, `user.name` and `done.It` are not, `www.a.md` is. */
function looksBare(host: string): boolean {
  const labels = host.split('.');
  const suffix = labels.at(-1) ?? '';
  if (/^www$/i.test(labels[0] ?? '')) return true;
  if (suffix !== suffix.toLowerCase() && host !== host.toUpperCase()) return false;
  if (labels.length > 2) return true;
  const ending = suffix.toLowerCase();
  if (labels[0]?.length === 1) return OF_LETTERS.has(ending);
  return !FILE_ENDINGS.has(ending) && !MEMBERS.has(ending);
}

function hasMore(address: string): boolean {
  return /^\w{2,5}:\/\/[^/?#]{0,300}(?:\/[^/]|[?#]|\/\/)/.test(address);
}

function withoutPunctuation(text: string, { start, end }: Stretch): Stretch {
  let last = end;
  while (last > start && /[.,;:!?)\]*_~]/.test(text[last - 1] ?? '')) {
    if (text[last - 1] === ')' && text.slice(start, last).includes('(')) break;
    last -= 1;
  }
  return { start, end: last };
}
