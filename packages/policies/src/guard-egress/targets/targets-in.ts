import { bracketed } from '../hosts/bracketed.ts';
import { textsIn } from './texts-in.ts';
import { urlsIn, type Target } from './urls-in.ts';

/** A relative reference inside the tool's own site: it names no host. */
const RELATIVE = /^(?:\/(?![/\\])|\.{1,2}(?:[/\\]|$)|[?#]|$)/;

const LAST_WORD = /(?:[A-Z]?[a-z\d]+|[A-Z\d]+)$/;

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
    const isHost = urls.length === 0 && key !== undefined && isHostKey(key, hostKeys);
    return isHost ? bareHost(text) : urls;
  });
}

/** Whether a key names a host: `callbackUrl`, `base_url` and `dbHost` end in the word `url` or `host`. */
function isHostKey(key: string, hostKeys: ReadonlySet<string>): boolean {
  if (hostKeys.has(key.toLowerCase())) return true;
  const last = LAST_WORD.exec(key)?.[0];
  return last !== undefined && last !== key && hostKeys.has(last.toLowerCase());
}

function bareHost(text: string): readonly Target[] {
  const host = text.trim();
  if (RELATIVE.test(host) || NOWHERE.test(host)) return [];
  const end = host.search(/[/\\?#]/);
  return [{ scheme: '', authority: bracketed(end < 0 ? host : host.slice(0, end)) }];
}
