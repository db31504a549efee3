import { textsIn } from './texts-in.ts';
import { urlsIn, type Target } from './urls-in.ts';

/** A reference inside the tool's own site: it names no host. */
const RELATIVE = /^(?:\/(?![/\\])|\.{1,2}(?:[/\\]|$)|[?#]|$)/;

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
    const isHost = urls.length === 0 && key !== undefined && hostKeys.has(key.toLowerCase());
    return isHost ? bareHost(text) : urls;
  });
}

function bareHost(text: string): readonly Target[] {
  const host = text.trim();
  if (RELATIVE.test(host)) return [];
  const end = host.search(/[/\\?#]/);
  return [{ scheme: '', authority: end < 0 ? host : host.slice(0, end) }];
}
