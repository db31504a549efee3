/** Letters of alphabets with spaces between words, so that a host is also found inside Chinese text. */
const LETTER = String.raw`\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}_`;
/** A host name alone or in a URL, but not after an `@` (a mail address) and not a file in a path. */
const HOST = new RegExp(
  String.raw`(?<![${LETTER}\d@.-]|(?<!\/)\/)(?:[${LETTER}\d-]+\.)+[${LETTER}]{2,24}(?![${LETTER}\d@-])`,
  'giu',
);
/** URLs without such a name too: `http://localhost:3000`, `http://10.1.2.3/`. */
const URL_START = /(?<![\w@])https?:\/\/[^\s<>"'`()[\]\\/?#,;]+/gi;

/**
 * Returns the hosts that a text names, in lower case and without `www.`.
 *
 * @example
 * hostsIn('See https://www.example.com/a?b or docs.example.org.'); // => ['example.com', 'docs.example.org']
 */
export function hostsIn(text: string): readonly string[] {
  const names = Array.from(text.matchAll(HOST), ([host]) => host);
  const urls = Array.from(text.matchAll(URL_START), ([url]) => url);
  const hosts = [...names, ...urls].map(hostOf);
  return [...new Set(hosts.filter((host) => host !== undefined))];
}

/**
 * Returns the host of a URL as a browser reads it; undefined if it is no host of the web.
 *
 * @example
 * hostOf('www.Example.com/a'); // => 'example.com'
 * hostOf('https://example.com@evil.example/'); // => 'evil.example'
 */
export function hostOf(url: string): string | undefined {
  const whole = url.trim();
  const absolute =
    /^[a-z][a-z\d+.-]*:/i.test(whole) && !/^[^/:]+:\d/.test(whole) ? whole : `http://${whole}`;
  const parsed = URL.parse(absolute);
  if (parsed === null || !/^https?:$/.test(parsed.protocol) || parsed.hostname === '')
    return undefined;
  return bareHost(parsed.hostname) || undefined;
}

/** Whether a host is one of these hosts, or below one of them. */
export function isWithin(host: string, hosts: ReadonlySet<string>): boolean {
  let rest: string | undefined =
    host.length > LONGEST_NAME ? parentOf(host.slice(-LONGEST_NAME - 1)) : host;
  for (; rest !== undefined; rest = parentOf(rest)) if (hosts.has(rest)) return true;
  return false;
}

/** The longest host name: of a longer text only the end can be a host. */
const LONGEST_NAME = 253;

function parentOf(host: string): string | undefined {
  const dot = host.indexOf('.');
  return dot < 0 ? undefined : host.slice(dot + 1);
}

function bareHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/(?<!\.)\.+$/, '');
}
