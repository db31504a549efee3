import { bracketed } from '../hosts/bracketed.ts';
import { textsIn } from './texts-in.ts';
import { urlsIn, type Target } from './urls-in.ts';

/** A reference inside the tool's own site: it names no host. */
const RELATIVE = /^(?:\/(?![/\\])|\.{1,2}(?:[/\\]|$)|[?#]|$)/;

const LAST_WORD = /(?:[A-Z]?[a-z\d]+|[A-Z\d]+)$/;

/** A URL that names no host; `data:80` is a host with its port. */
const NOWHERE = /^(?:about|blob|cid|data|mailto|tel|urn):(?!\d{1,5}(?:[/?#]|$))/i;

/**
 * Everything the arguments of a call name to connect to: URLs in every text, and hosts under the given keys.
 * Undefined where they cannot be read.
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

/** `callbackUrl`, `base_url` and `dbHost` are named after what they hold, as `url` and `host` are. */
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
