import module from 'node:module';
import { workerData } from 'node:worker_threads';

/** What the main thread says of a text: what is left of it, what is wrong with it, or nothing where it does not read it. */
export type Stripped =
  | { readonly code: string }
  | { readonly problem: string; readonly at: string }
  | 'unread';

/** Characters: a longer text would hold up everybody whom the main thread answers. */
const LONGEST = 500_000;
/** Characters of all texts whose code is kept, so that a worker that is replaced waits for nothing; the oldest goes first. */
const MOST_KEPT = 20_000_000;
const kept = new Map<string, string>();
let size = 0;
/** True once a text has broken the WebAssembly of this thread, which reads nothing from then on. */
let isBroken = false;

/**
 * Takes the types out of a text of TypeScript, in a worker by its main thread. For hooks of modules that give a text of
 * their own for a file: Node.js would take the types out in the worker.
 *
 * @throws SyntaxError where the text is more than JavaScript with types; `file` is named in it.
 * @example
 * withoutTypes('const limit: number = 5;', 'limit.ts'); // => 'const limit         = 5;'
 */
export function withoutTypes(text: string, file: string): string {
  const thread = workerData as { withoutTypes?(text: string): Stripped } | null;
  const read = thread?.withoutTypes?.(text) ?? 'unread';
  const own = read === 'unread' ? readHere(text) : read;
  if ('code' in own) return own.code;
  throw new SyntaxError(`${own.problem} (${file.split('?')[0]}${own.at})`);
}

/** What a worker is told of a text; it reads by itself what is too long, and everything once a text has broken the reader. */
export function strippedFor(text: unknown): Stripped {
  if (typeof text !== 'string' || text.length > LONGEST || isBroken) return 'unread';
  const known = kept.get(text);
  if (known !== undefined) return { code: known };
  const read = readHere(text);
  if ('code' in read) keep(text, read.code);
  else if (!read.isWrong) isBroken = true;
  return 'code' in read || read.isWrong ? read : 'unread';
}

function keep(text: string, code: string): void {
  kept.set(text, code);
  size += text.length + code.length;
  for (const [oldest, its] of kept) {
    if (size <= MOST_KEPT) return;
    kept.delete(oldest);
    size -= oldest.length + its.length;
  }
}

type Read =
  | { readonly code: string }
  | { readonly problem: string; readonly at: string; readonly isWrong: boolean };

/** A text is wrong where Node.js gives a code for that; else reading it has failed. */
function readHere(text: string): Read {
  try {
    return { code: strip(text) };
  } catch (error) {
    const { message, stack = '', code = '' } = error as NodeJS.ErrnoException;
    // The stack begins with the line.
    const [at = ''] = /^:\d+(?=\n)/.exec(stack) ?? [];
    return { problem: message, at, isWrong: code.endsWith('_TYPESCRIPT_SYNTAX') };
  }
}

/** Node.js calls this function experimental, once; it does the same wherever it loads TypeScript, and says nothing there. */
function strip(text: string): string {
  // oxlint-disable-next-line typescript/unbound-method -- it is put back, not called
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return module.stripTypeScriptTypes(text);
  } finally {
    process.emitWarning = emitWarning;
  }
}
