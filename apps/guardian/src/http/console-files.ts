import { hash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface FileOfConsole {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly tag: string;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.map': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
};

/** File names; the address of a session may end in anything, as ids do. */
const FILE = /^\/(?:assets\/.*|[^/]*\.[a-z0-9]+)$/i;

/** The folder of the built console in the workspace. */
export const CONSOLE_FOLDER: string = join(
  dirname(fileURLToPath(import.meta.resolve('@interpose/console/package.json'))),
  'dist',
);

/** Serves the built console from memory; an address that is no file gets its page. */
export function consoleFiles(folder: string): (request: Request) => Response | undefined {
  const files = new Map<string, FileOfConsole>();
  if (existsSync(folder))
    for (const name of globSync('**/*', { cwd: folder })) {
      const path = join(folder, name);
      if (!statSync(path).isFile()) continue;
      const body = Uint8Array.from(readFileSync(path));
      const type = TYPES[extname(name)] ?? 'application/octet-stream';
      files.set(`/${name}`, { body, type, tag: `"${hash('sha256', body).slice(0, 32)}"` });
    }
  return (request) => {
    const { pathname } = new URL(request.url);
    const found = files.get(pathname);
    const isPage = found === undefined && !FILE.test(pathname);
    const file = isPage ? files.get('/index.html') : found;
    if (file === undefined) return isPage ? notBuilt() : undefined;
    const cached = pathname.startsWith('/assets/')
      ? 'public, max-age=31536000, immutable'
      : 'no-cache';
    const headers = { 'content-type': file.type, 'cache-control': cached, etag: file.tag };
    if (request.headers.get('if-none-match') === file.tag)
      return new Response(null, { status: 304, headers });
    return new Response(request.method === 'HEAD' ? null : file.body, { headers });
  };
}

function notBuilt(): Response {
  const text =
    'The console is not built. Run `pnpm exec turbo run build --filter=@interpose/console`, and start the guardian again.\n';
  return new Response(text, {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
}
