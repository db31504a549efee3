import { bracketed } from '../hosts/bracketed.ts';
import { textsIn } from './texts-in.ts';
import { urlsIn, type Target } from './urls-in.ts';

/** A relative reference inside the tool's own site: it names no host. */
const RELATIVE = /^(?:\/(?![/\\])|\.{1,2}(?:[/\\]|$)|[?#]|$)/;

const WORD = /[A-Z]?[a-z\d]+|[A-Z\d]+/g;
/** The end of a name, in which its last words are looked for. */
const NAME_END = -64;
/** A text whose first authority is that of a URL with a scheme, perhaps behind other words. */
const BEGINS_WITH_URL = /^(?:[^/\\?#]*:[/\\]{2}[^/\\?#]|file:\/{3})/i;

/** A URL that names no host. But `data:80` is a host with its port. */
const NOWHERE = /^(?:about|blob|cid|data|mailto|tel|urn):(?!\d{1,5}(?:[/?#]|$))/i;

/**
 * Returns every target in the arguments of a call: URLs in any text, and hosts under the given keys. Undefined when the
 * arguments cannot be read.
 */
export function targetsIn(
  args: unknown,
  hostKeys: ReadonlySet<string>,
): readonly Target[] | undefined {
  const texts = textsIn(args);
  return texts?.flatMap(({ text, key }) => {
    const urls = urlsIn(text);
    // `evil.test/?to=https://good.test` has a URL inside, but leads to the host before it.
    const isHost = urls.length === 0 || !BEGINS_WITH_URL.test(text.trim());
    return isHost && key !== undefined && isHostKey(key, hostKeys)
      ? [...urls, ...bareHost(text)]
      : urls;
  });
}

/** Whether a key names a host: `callbackUrl`, `host_name` and `url2` end in the words of `url` or `hostname`. */
function isHostKey(key: string, hostKeys: ReadonlySet<string>): boolean {
  if (hostKeys.has(key.toLowerCase())) return true;
  const words = key.slice(NAME_END).match(WORD) ?? [];
  return [1, 2].some((count) => {
    const end = words.slice(-count).join('').toLowerCase();
    return hostKeys.has(end) || hostKeys.has(end.replace(/\d+$/, ''));
  });
}

function bareHost(text: string): readonly Target[] {
  const host = text.trim();
  if (RELATIVE.test(host) || NOWHERE.test(host)) return [];
  const end = host.search(/[/\\?#]/);
  return [{ scheme: '', authority: bracketed(end < 0 ? host : host.slice(0, end)) }];
}
